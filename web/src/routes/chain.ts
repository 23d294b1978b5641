import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.ts';

export const chainRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/chain/$id',
  component: lazyRouteComponent(() => import('./chain-screen.tsx'), 'ChainScreen'),
});
