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

/** Whether the first of what is known of a chain continues an anecdote that was deleted, not one that is left out. */
export function isCutOff({ current, parents, complete }: Omit<ConnectionsView, 'children'>): boolean {
  return complete && (parents.at(-1) ?? current).connected_to !== null;
}
