import type { HistoryKind, HistoryPage } from '@anecdotes/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Query, read } from '../../lib/api.ts';
import { timeZone } from '../../lib/format.ts';
import { journalKey } from '../../lib/query-client.ts';

const PAGE = 50;

/** The filter of the activity; days are YYYY-MM-DD. */
export type ActivityFilter = {
  kind?: HistoryKind | undefined;
  key?: string | undefined;
  operation?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
};

/** The changes of the anecdote `id`, newest first. */
export const changesQuery = (id: string) => pagesOf(`/anecdotes/${id}/history`);

/** The anecdotes that were deleted and can be restored, last deleted first. */
export const trashQuery = () => pagesOf('/anecdotes/trash');

/** What happened in the journal and the account, newest first, without the rest of long operations. */
export const activityQuery = ({ kind, key, operation, from, until }: ActivityFilter) =>
  pagesOf('/history', {
    kind,
    key,
    operation,
    date_from: from,
    date_to: until,
    time_zone: timeZone(),
    collapse_operations: 'true',
  });

function pagesOf(path: string, query: Query = {}) {
  return infiniteQueryOptions({
    queryKey: [...journalKey, 'history', path, query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      read<HistoryPage>(path, { query: { ...query, limit: PAGE, cursor }, signal }),
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    // Sign-ins are listed too, but do not invalidate the queries of the journal.
    staleTime: 0,
  });
}
