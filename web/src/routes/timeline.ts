import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { anecdoteParams } from './anecdote-id.ts';
import { signedInRoute } from './signed-in.ts';

export const timelineRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/timeline/$id',
  params: anecdoteParams,
  loader: async ({ context: { queries }, params }) => {
    const { timelineQuery } = await import('../anecdote/queries.ts');
    await queries.fetchQuery(timelineQuery(params.id));
  },
  component: lazyRouteComponent(() => import('./timeline-screen.tsx'), 'TimelineScreen'),
});
