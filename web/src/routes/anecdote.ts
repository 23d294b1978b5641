import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.ts';

const screen = () => import('./anecdote-screen.tsx');

export const anecdoteRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/anecdotes/$id',
  loader: async ({ context: { queries }, params: { id } }) => (await screen()).loadAnecdote(queries, id),
  component: lazyRouteComponent(screen, 'AnecdoteScreen'),
});
