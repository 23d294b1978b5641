import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

/** For developers, and open to everybody: only its calls need somebody who is logged in. */
export const apiKeysTestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api-keys-test',
  component: lazyRouteComponent(() => import('./api-keys-test-screen.tsx'), 'ApiKeysTestScreen'),
});
