import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { anecdoteParams } from './anecdote-id.ts';
import { signedInRoute } from './signed-in.ts';

export const visualizationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/visualization/$id',
  params: anecdoteParams,
  loader: async ({ context: { queries }, params }) => {
    const { connectionsQuery } = await import('../anecdote/queries.ts');
    void queries.prefetchQuery(connectionsQuery(params.id));
  },
  component: lazyRouteComponent(() => import('./visualization-screen.tsx'), 'VisualizationScreen'),
});
