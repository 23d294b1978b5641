import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { configurationQuery } from '../features/sign-in/queries.ts';
import { token } from '../lib/session.ts';
import { rootRoute } from './root.tsx';

export type AuthAddress = { debug?: string | undefined };

export const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: ({ debug }: Record<string, unknown>): AuthAddress => (debug === undefined ? {} : { debug: 'on' }),
  beforeLoad: ({ search }) => {
    if (token() !== null && search.debug === undefined) throw redirect({ to: '/dashboard' });
  },
  loader: ({ context }) => {
    void context.queries.prefetchQuery(configurationQuery());
  },
  component: lazyRouteComponent(() => import('./auth-screen.tsx'), 'AuthScreen'),
});
