import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { timelineQuery } from '../anecdote/queries.ts';
import { insideRoute } from './inside.ts';

export const timelineRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/timeline/$id',
  loader: ({ context, params }) => context.queries.fetchQuery(timelineQuery(params.id)),
  component: lazyRouteComponent(() => import('./timeline-screen.tsx'), 'TimelineScreen'),
});
