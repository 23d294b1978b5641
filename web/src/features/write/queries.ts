import { type AnecdotePage, type HistoryPage, RESTORE_PERIOD_MS, type Success, type Tag } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { isMissing, read } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';
import type { EditedVersion } from './draft.ts';

const SUGGESTED = 12;
const LOCATED = 100;

/** The newest anecdotes with coordinates. */
export function locatedQuery() {
  return queryOptions({
    queryKey: [...journalKey, 'located'],
    queryFn: ({ signal }) =>
      read<AnecdotePage>('/anecdotes', { query: { located: 'true', page_size: LOCATED }, signal }).then(
        (answer) => answer.data,
      ),
  });
}

/** The person's tags that contain `fragment`. */
export function knownTagsQuery(fragment: string) {
  return queryOptions({
    queryKey: [...journalKey, 'known-tags', fragment],
    queryFn: ({ signal }) =>
      read<Success<Tag[]>>('/tags', { query: { search_term: fragment, limit: SUGGESTED }, signal }).then((answer) =>
        answer.data.map((tag) => tag.name),
      ),
    enabled: fragment !== '',
  });
}

/** What is left of an anecdote that was deleted; nothing if it was erased. */
type Deletion = { restorableUntil: number; last?: EditedVersion };

/** The deletion of the anecdote `id`. */
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
