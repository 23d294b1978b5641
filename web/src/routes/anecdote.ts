import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { connectionsQuery } from '../anecdote/queries.ts';
import { signedInRoute } from './signed-in.ts';

export const anecdoteRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/anecdotes/$id',
  loader: async ({ context: { queries }, params: { id } }) => {
    void queries.prefetchQuery(connectionsQuery(id));
    const { loadAnecdote } = await import('./load-anecdote.ts');
    await loadAnecdote(queries, id);
  },
  component: lazyRouteComponent(() => import('./anecdote-screen.tsx'), 'AnecdoteScreen'),
});
