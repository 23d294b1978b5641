import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { insideRoute } from './inside.ts';

export const importRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/import',
  component: lazyRouteComponent(() => import('../features/import/import.tsx'), 'Import'),
});
