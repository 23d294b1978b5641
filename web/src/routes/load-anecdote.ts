import type { QueryClient } from '@tanstack/react-query';
import { anecdoteQuery, connectionsQuery, readAnecdote } from '../anecdote/queries.ts';
import { prepareRendering } from '../anecdote/rendered-text.tsx';
import { seedAnecdote } from './seed-anecdote.ts';
import { waitBeforeShowing } from './wait-before-showing.ts';

/**
 * Loads the anecdote `id`, now or at `as_of`, and the code that rendering its text needs. Waits for the anecdote only
 * if no cached list contains it.
 */
export async function loadAnecdote(queries: QueryClient, id: string, as_of?: string): Promise<void> {
  void queries.prefetchQuery(connectionsQuery(id, { as_of }));
  const { queryKey } = anecdoteQuery(id, as_of);
  if (as_of === undefined) seedAnecdote(queries, id);
  const loading = queries.prefetchQuery({
    queryKey,
    // A screen that is shown meanwhile gets the text when it can be rendered.
    queryFn: async ({ signal }) => {
      const anecdote = await readAnecdote(id, signal, as_of);
      await prepareRendering(anecdote.description);
      return anecdote;
    },
  });
  const known = queries.getQueryData(queryKey);
  await (known ? prepareRendering(known.description) : waitBeforeShowing(loading));
}
