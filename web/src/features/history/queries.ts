import type { HistoryKind, HistoryPage } from '@anecdotes/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Query, read } from '../../lib/api.ts';
import { timeZone } from '../../lib/format.ts';
import { journalKey } from '../../lib/query-client.ts';
import { burstsOf } from './bursts.ts';

const PAGE = 50;
/** The lines of a page of the activity. */
const LINES = 10;
const MAX_READS = 10;

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
  pagesOf(
    '/history',
    {
      kind,
      key,
      operation,
      date_from: from,
      date_to: until,
      time_zone: timeZone(),
      collapse_operations: 'true',
    },
    LINES,
  );

/** A list of changes, whose pages have at least `lines` lines if `MAX_READS` answers have so many. */
function pagesOf(path: string, query: Query = {}, lines = 1) {
  return infiniteQueryOptions({
    queryKey: [...journalKey, 'history', path, query],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const readPage = (cursor: string | undefined) =>
        read<HistoryPage>(path, { query: { ...query, limit: PAGE, cursor }, signal });
      let page = await readPage(pageParam);
      // An answer with a part of a large operation is a single line.
      for (let reads = 1; reads < MAX_READS && burstsOf(page.data).length < lines; reads += 1) {
        const { nextCursor } = page.pagination;
        if (nextCursor === null) break;
        const next = await readPage(nextCursor);
        page = { ...next, data: [...page.data, ...next.data] };
      }
      return page;
    },
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    // Sign-ins are listed too, but do not invalidate the queries of the journal.
    staleTime: 0,
  });
}
