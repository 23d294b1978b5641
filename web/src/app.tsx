import './styles/base.css';
import './styles/disclosure.css';
import './styles/progress.css';
import './styles/starting.css';
import './styles/tokens.css';
import '@fontsource-variable/instrument-sans/wght.css';
import '@fontsource-variable/newsreader/opsz.css';
import '@fontsource-variable/newsreader/wght-italic.css';
import './lib/link-token.ts';
import './lib/tab.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, rootRouteId } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { trackScreen } from './lib/analytics.ts';
import { startLocalCache } from './lib/local-cache.ts';
import { resetPosition } from './lib/position.ts';
import { createQueryClient } from './lib/query-client.ts';
import { onSessionChange, rememberAddress, takeRememberedAddress } from './lib/session.ts';
import { sessionExpired } from './lib/session-expired.ts';
import { createAppRouter } from './router.ts';
import { trackLastView } from './routes/last-view.ts';
import { signedInRoute } from './routes/signed-in.ts';
import { focusHeading } from './ui/route-announcer.tsx';

/**
 * Starts the app at the current address. With `replacesLandingPage` the landing page stays until
 * the screen is loaded.
 */
export async function startApp(replacesLandingPage = false): Promise<void> {
  const queries = createQueryClient();
  startLocalCache(queries, import.meta.url);
  const router = createAppRouter(queries);
  trackLastView(router);

  router.subscribe('onResolved', ({ pathChanged }) => {
    const match = router.state.matches.at(-1);
    if (pathChanged) trackScreen(match?.routeId === rootRouteId ? undefined : match?.fullPath);
  });

  onSessionChange((change, isFromOtherTab) => {
    const { location, matches } = router.state;
    const isSignedInArea = matches.some(({ routeId }) => routeId === signedInRoute.id);
    // Public screens stay as they are.
    const stays = !isSignedInArea && (change === 'logged-out' || isFromOtherTab);
    sessionExpired.set(change === 'expired' && !stays);
    if (change === 'resumed') {
      if (location.pathname === '/auth') router.history.push(takeRememberedAddress());
      return;
    }
    // A page that has shown one person's anecdotes must not show another's, so it is reloaded.
    if (change === 'replaced') return window.location.replace('/dashboard');
    if (change === 'expired' && !stays) rememberAddress(location.href);
    resetPosition();
    const moved = stays ? Promise.resolve() : router.navigate({ to: '/auth' });
    void moved.then(() => queries.clear());
  });

  const root = document.getElementById('root');
  if (!root) return;
  const app = (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
  if (!replacesLandingPage) return createRoot(root).render(app);
  await router.load();
  flushSync(() => createRoot(root).render(app));
  focusHeading();
}
