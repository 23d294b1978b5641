import './styles/base.css';
import './styles/tokens.css';
import '@fontsource-variable/instrument-sans/wght.css';
import '@fontsource-variable/newsreader/opsz.css';
import '@fontsource-variable/newsreader/wght-italic.css';
import './lib/link-token.ts';
import './lib/tab.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, rootRouteId } from '@tanstack/react-router';
import { StrictMode } from 'react';
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

const queries = createQueryClient();
startLocalCache(queries, import.meta.url);
const router = createAppRouter(queries);
trackLastView(router);

router.subscribe('onResolved', ({ pathChanged }) => {
  const match = router.state.matches.at(-1);
  if (pathChanged) trackScreen(match?.routeId === rootRouteId ? undefined : match?.fullPath);
});

onSessionChange((change, isElsewhere) => {
  const { location, matches } = router.state;
  const isSignedInArea = matches.some(({ routeId }) => routeId === signedInRoute.id);
  // What is open to everybody goes on as it was.
  const stays = !isSignedInArea && (change === 'logged-out' || isElsewhere);
  sessionExpired.set(change === 'expired' && !stays);
  if (change === 'resumed') {
    if (location.pathname === '/auth') router.history.push(takeRememberedAddress());
    return;
  }
  // A page that showed one person's anecdotes shows no other's: it is reloaded.
  if (change === 'replaced') return window.location.replace('/dashboard');
  if (change === 'expired' && !stays) rememberAddress(location.href);
  resetPosition();
  const moved = stays ? Promise.resolve() : router.navigate({ to: '/auth' });
  void moved.then(() => queries.clear());
});

if (import.meta.env.PROD && import.meta.env.VITE_MOCK_API !== 'true' && 'serviceWorker' in navigator) {
  window.addEventListener('load', () => {
    void import('./service-worker/register.ts')
      .then(({ registerServiceWorker }) => registerServiceWorker())
      .catch(() => undefined);
  });
}

if (import.meta.env.VITE_MOCK_API === 'true') await (await import('./mock/start.ts')).startMock();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
