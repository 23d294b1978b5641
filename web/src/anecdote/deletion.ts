import { type AnecdoteState, type AnecdoteView, type HistoryPage, RESTORE_PERIOD_MS } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { isMissing, read } from '../lib/api.ts';
import { journalKey } from '../lib/query-client.ts';

/** What is left of an anecdote that was deleted; nothing if it was erased. */
type Deletion = { restorableUntil: number; last?: AnecdoteState & Pick<AnecdoteView, 'id' | 'revision'> };

/** The deletion of the anecdote `id`, however long ago. */
export function deletionQuery(id: string) {
  return queryOptions({
    queryKey: [...journalKey, 'deletion', id],
    queryFn: async ({ signal }): Promise<Deletion> => {
      const query = { limit: 1 };
      const page = await read<HistoryPage>(`/anecdotes/${id}/history`, { query, signal }).catch(unlessMissing);
      const newest = page?.data[0];
      if (newest?.type !== 'AnecdoteDeleted' || !newest.anecdote) return { restorableUntil: newest ? Infinity : 0 };
      const { before, revision } = newest.anecdote;
      return {
        restorableUntil: Date.parse(newest.at) + RESTORE_PERIOD_MS,
        ...(before && { last: { ...before, id, revision: revision - 1 } }),
      };
    },
    staleTime: 0,
  });
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
