import type { QueryClient } from '@tanstack/react-query';
import { cachedAnecdote } from '../anecdote/cache-updates.ts';
import { anecdoteQuery, connectionsQuery } from '../anecdote/queries.ts';
import { prepareRendering } from '../anecdote/rendered-text.tsx';

/** Loads the anecdote `id`, as far as no list holds it already, and what its text needs to be shown. */
export async function loadAnecdote(queries: QueryClient, id: string): Promise<void> {
  void queries.prefetchQuery(connectionsQuery(id));
  const { queryKey } = anecdoteQuery(id);
  if (queries.getQueryData(queryKey) === undefined) {
    const known = cachedAnecdote(queries, id);
    if (known) queries.setQueryData(queryKey, known.anecdote, { updatedAt: known.at });
  }
  const loading = queries.prefetchQuery(anecdoteQuery(id));
  if (queries.getQueryData(queryKey) === undefined) await loading;
  await prepareRendering(queries.getQueryData(queryKey)?.description ?? '');
}
