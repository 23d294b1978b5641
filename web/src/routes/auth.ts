import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { configurationQuery } from '../features/sign-in/queries.ts';
import { token } from '../lib/session.ts';
import { rootRoute } from './root.tsx';

export const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  beforeLoad: () => {
    if (token() !== null) throw redirect({ to: '/dashboard' });
  },
  loader: ({ context }) => {
    void context.queries.prefetchQuery(configurationQuery());
  },
  component: lazyRouteComponent(() => import('./auth-screen.tsx'), 'AuthScreen'),
});
