import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { sessionsQuery } from '../features/account/queries.ts';
import { signedInRoute } from './signed-in.ts';

export const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(sessionsQuery());
  },
  component: lazyRouteComponent(() => import('./account-screen.tsx'), 'AccountScreen'),
});
