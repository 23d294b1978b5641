import type { HistoryKind, HistoryPage } from '@anecdotes/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Query, read } from '../../lib/api.ts';
import { timeZone } from '../../lib/format.ts';
import { journalKey } from '../../lib/query-client.ts';
import { burstsOf } from './bursts.ts';

const PAGE = 50;
/** A page of the activity has so many lines if that takes no more than `MAX_READS` answers. */
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
    readLines,
  );

type ReadPage = (cursor: string | undefined) => Promise<HistoryPage>;

/** Reads on until there are enough lines: an answer with a part of a large operation is a single line. */
async function readLines(readPage: ReadPage, cursor: string | undefined): Promise<HistoryPage> {
  let page = await readPage(cursor);
  for (let reads = 1; reads < MAX_READS && burstsOf(page.data).length < LINES; reads += 1) {
    const { nextCursor } = page.pagination;
    if (nextCursor === null) break;
    const next = await readPage(nextCursor);
    page = { ...next, data: [...page.data, ...next.data] };
  }
  return page;
}

function pagesOf(
  path: string,
  query: Query = {},
  readWhole: typeof readLines = (readPage, cursor) => readPage(cursor),
) {
  return infiniteQueryOptions({
    queryKey: [...journalKey, 'history', path, query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readWhole((cursor) => read<HistoryPage>(path, { query: { ...query, limit: PAGE, cursor }, signal }), pageParam),
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    // Sign-ins are listed too, but do not invalidate the queries of the journal.
    staleTime: 0,
  });
}
