import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { timelineQuery } from '../anecdote/queries.ts';
import { signedInRoute } from './signed-in.ts';

export const timelineRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/timeline/$id',
  loader: async ({ context: { queries }, params }) => {
    await queries.fetchQuery(timelineQuery(params.id));
  },
  component: lazyRouteComponent(() => import('./timeline-screen.tsx'), 'TimelineScreen'),
});
