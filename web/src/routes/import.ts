import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.ts';

export const importRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/import',
  component: lazyRouteComponent(() => import('../features/import/import.tsx'), 'Import'),
});
