import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { anecdoteParams } from './anecdote-id.ts';
import { signedInRoute } from './signed-in.ts';

const screen = () => import('./timeline-screen.tsx');

export const timelineRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/timeline/$id',
  params: anecdoteParams,
  loader: async ({ context: { queries }, params: { id } }) => (await screen()).loadTimeline(queries, id),
  component: lazyRouteComponent(screen, 'TimelineScreen'),
});
