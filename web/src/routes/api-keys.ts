import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { apiKeysQuery } from '../features/api-keys/queries.ts';
import { signedInRoute } from './signed-in.ts';

export const apiKeysRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/api-keys',
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(apiKeysQuery());
  },
  component: lazyRouteComponent(() => import('../features/api-keys/api-keys.tsx'), 'ApiKeys'),
});
