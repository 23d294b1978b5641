import './styles/base.css';
import './styles/tokens.css';
import './styles/fonts.ts';
import './lib/link-token.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { forgetPosition } from './lib/position.ts';
import { createQueryClient } from './lib/query-client.ts';
import { onSessionChange, rememberAddress, takeRememberedAddress } from './lib/session.ts';
import { createAppRouter } from './router.ts';
import { insideRoute } from './routes/inside.ts';

const queries = createQueryClient();
const router = createAppRouter(queries);

onSessionChange((change) => {
  const { location, matches } = router.state;
  if (change === 'resumed') {
    if (location.pathname === '/auth') router.history.push(takeRememberedAddress());
    return;
  }
  if (change === 'expired') rememberAddress(location.href);
  forgetPosition();
  const stays = change === 'logged-out' && !matches.some(({ routeId }) => routeId === insideRoute.id);
  const moved = stays ? Promise.resolve() : router.navigate({ to: change === 'replaced' ? '/dashboard' : '/auth' });
  void moved.then(() => queries.clear());
});

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
