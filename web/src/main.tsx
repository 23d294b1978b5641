import './styles/base.css';
import './styles/tokens.css';
import './styles/fonts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sayError } from './lib/messages.ts';
import { forgetPosition } from './lib/position.ts';
import { createQueryClient } from './lib/query-client.ts';
import { onSessionEnd, rememberAddress } from './lib/session.ts';
import { strings } from './lib/strings.ts';
import { createAppRouter } from './router.ts';

const queries = createQueryClient();
const router = createAppRouter(queries);

onSessionEnd((end) => {
  if (end === 'expired') {
    rememberAddress(router.state.location.href);
    sayError(strings.errors.sessionExpired);
  }
  forgetPosition();
  void router.navigate({ to: end === 'replaced' ? '/dashboard' : '/auth' }).then(() => queries.clear());
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
