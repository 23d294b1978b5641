import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { cachedAnecdote } from '../anecdote/cache-updates.ts';
import { anecdoteQuery, connectionsQuery } from '../anecdote/queries.ts';
import { signedInRoute } from './signed-in.ts';

export const anecdoteRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/anecdotes/$id',
  loader: async ({ context: { queries }, params: { id } }) => {
    void queries.prefetchQuery(connectionsQuery(id));
    const { queryKey } = anecdoteQuery(id);
    if (queries.getQueryData(queryKey) === undefined) {
      const known = cachedAnecdote(queries, id);
      if (known) queries.setQueryData(queryKey, known.anecdote, { updatedAt: known.at });
    }
    const loading = queries.prefetchQuery(anecdoteQuery(id));
    if (queries.getQueryData(queryKey) === undefined) await loading;
  },
  component: lazyRouteComponent(() => import('./anecdote-screen.tsx'), 'AnecdoteScreen'),
});
