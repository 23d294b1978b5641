import type { ConnectionsView, Success } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from './api.ts';
import { journalKey } from './query-client.ts';

/** The chain around the anecdote `id`: what it continues, nearest first, and what continues it. */
export function connectionsQuery(id: string) {
  return queryOptions({
    queryKey: [...journalKey, 'connections', id],
    queryFn: ({ signal }) =>
      read<Success<ConnectionsView>>(`/anecdotes/${id}/connections`, { signal }).then((answer) => answer.data),
  });
}
