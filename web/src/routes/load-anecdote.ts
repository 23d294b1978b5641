import type { QueryClient } from '@tanstack/react-query';
import { cachedAnecdote } from '../anecdote/cache-updates.ts';
import { anecdoteQuery, connectionsQuery } from '../anecdote/queries.ts';
import { prepareRendering } from '../anecdote/rendered-text.tsx';

/** Loads the anecdote `id`, as it was at `as_of` or as it is, as far as no list holds it already, and what its text needs to be shown. */
export async function loadAnecdote(queries: QueryClient, id: string, as_of?: string): Promise<void> {
  void queries.prefetchQuery(connectionsQuery(id, { as_of }));
  const { queryKey } = anecdoteQuery(id, as_of);
  if (as_of === undefined && queries.getQueryData(queryKey) === undefined) {
    const known = cachedAnecdote(queries, id);
    if (known) queries.setQueryData(queryKey, known.anecdote, { updatedAt: known.at });
  }
  const loading = queries.prefetchQuery(anecdoteQuery(id, as_of));
  if (queries.getQueryData(queryKey) === undefined) await loading;
  await prepareRendering(queries.getQueryData(queryKey)?.description ?? '');
}
