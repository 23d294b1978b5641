import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { connectionsQuery } from '../anecdote/queries.ts';
import { insideRoute } from './inside.ts';

export const visualizationRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/visualization/$id',
  loader: ({ context, params }) => {
    void context.queries.prefetchQuery(connectionsQuery(params.id));
  },
  component: lazyRouteComponent(() => import('./visualization-screen.tsx'), 'VisualizationScreen'),
});
