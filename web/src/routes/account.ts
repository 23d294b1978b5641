import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { sessionsQuery } from '../features/account/queries.ts';
import { insideRoute } from './inside.ts';

export const accountRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/account',
  loader: ({ context }) => {
    void context.queries.prefetchQuery(sessionsQuery());
  },
  component: lazyRouteComponent(() => import('./account-screen.tsx'), 'AccountScreen'),
});
