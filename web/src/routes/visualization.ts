import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { connectionsQuery } from '../anecdote/queries.ts';
import { signedInRoute } from './signed-in.ts';

export const visualizationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/visualization/$id',
  loader: ({ context: { queries }, params }) => {
    void queries.prefetchQuery(connectionsQuery(params.id));
  },
  component: lazyRouteComponent(() => import('./visualization-screen.tsx'), 'VisualizationScreen'),
});
