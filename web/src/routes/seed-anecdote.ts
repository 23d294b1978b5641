import type { QueryClient } from '@tanstack/react-query';
import { cachedAnecdote } from '../anecdote/cache-updates.ts';
import { anecdoteQuery } from '../anecdote/queries.ts';

/**
 * Shows the anecdote `id` as a cached list contains it until it is read, also without a network. It counts as read when
 * the list was, or with `isStale` as not read yet.
 */
export function seedAnecdote(queries: QueryClient, id: string, { isStale = false } = {}): void {
  const { queryKey } = anecdoteQuery(id);
  if (queries.getQueryData(queryKey) !== undefined) return;
  const known = cachedAnecdote(queries, id);
  if (known) queries.setQueryData(queryKey, known.anecdote, { updatedAt: isStale ? 0 : known.at });
}
