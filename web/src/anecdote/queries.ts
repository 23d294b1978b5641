import type {
  AnecdoteCursorPage,
  AnecdoteMonth,
  AnecdotePage,
  AnecdoteView,
  ConnectionsView,
  DaysView,
  Success,
  TagPage,
  TimelineView,
} from '@anecdotes/contracts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, read } from '../lib/api.ts';
import { timeZone } from '../lib/format.ts';
import { keptOnDevice } from '../lib/local-cache.ts';
import { journalKey } from '../lib/query-client.ts';
import { strings } from '../lib/strings.ts';
import type { DateRange } from './date-range.ts';
import { type Filter, filterName, filterQuery, movingRangeOf } from './filter.ts';
import { countedMonths } from './months.ts';
import { anecdoteKey, keyAt, loadedSoFarKey, monthsKey, pageKey, timelineKey } from './query-keys.ts';

/** How many anecdotes are read together. */
export const PAGE_SIZE = 50;
const CURSOR_PAGE_SIZE = 100;
/** The list beside a map changes with every move. */
const BESIDE_MAP = { limit: 30, gcTime: 30_000 };
const TAG_LIST = 100;
const KEPT_MS = 5 * 60_000;

/** One page of the anecdotes that pass `filter`, newest first. */
export function pageQuery(filter: Filter, page: number) {
  return queryOptions({
    queryKey: keyAt(filter.as_of, pageKey(filterName(filter), page)),
    queryFn: async ({ signal }) => {
      const query = { page: page + 1, page_size: PAGE_SIZE, ...filterQuery(filter, movingRangeOf(filter)) };
      return validPage(await read<AnecdotePage>('/anecdotes', { query, signal }));
    },
    gcTime: KEPT_MS,
    // Only what opens the list: pages below it would push all else out, and rewrite the cache while scrolling.
    ...(page === 0 && filter.as_of === undefined && keptOnDevice),
  });
}

/** How many anecdotes pass `filter` in each month, newest first. */
export function monthsQuery(filter: Filter) {
  return queryOptions({
    queryKey: keyAt(filter.as_of, monthsKey(filterName(filter))),
    queryFn: async ({ signal }) => {
      const query = { ...filterQuery(filter, movingRangeOf(filter)), time_zone: timeZone() };
      const { data } = await read<Success<AnecdoteMonth[]>>('/anecdotes/months', { query, signal });
      return countedMonths(data);
    },
    ...(filter.as_of === undefined && keptOnDevice),
  });
}

/** How many anecdotes each day of a year has, this year's where none is named, and which years have some, newest first. */
export function daysQuery(year?: number, as_of?: string) {
  return queryOptions({
    queryKey: keyAt(as_of, [...journalKey, 'days', year]),
    queryFn: ({ signal }) =>
      read<Success<DaysView>>('/anecdotes/days', { query: { year, time_zone: timeZone(), as_of }, signal }).then(
        (answer) => answer.data,
      ),
  });
}

type PageParam = { cursor: string; range: DateRange | undefined } | null;

/** The anecdotes that pass `filter`, from the newest on, all kept together. */
export function loadedSoFarQuery(filter: Filter) {
  return infiniteQueryOptions({
    queryKey: keyAt(filter.as_of, [...loadedSoFarKey, filterName(filter)]),
    initialPageParam: null as PageParam,
    queryFn: async ({ pageParam, signal }) => {
      const range = pageParam ? pageParam.range : movingRangeOf(filter);
      const limit = filter.bbox === undefined ? CURSOR_PAGE_SIZE : BESIDE_MAP.limit;
      const query = { limit, cursor: pageParam?.cursor, ...filterQuery(filter, range) };
      const page = await read<AnecdoteCursorPage>('/anecdotes/cursor', { query, signal });
      return { ...page, data: validAnecdotes(page), range };
    },
    getNextPageParam: ({ pagination, range }): PageParam | undefined =>
      pagination.hasMore && pagination.nextCursor !== null ? { cursor: pagination.nextCursor, range } : undefined,
    ...(filter.bbox !== undefined && { gcTime: BESIDE_MAP.gcTime }),
  });
}

/** A timeline as far as the server returned it, and how many anecdotes it really has. */
export type Timeline = { anecdotes: AnecdoteView[]; total: number };

/** The anecdote `id` with what it continues and what continues it, oldest first. */
export function timelineQuery(id: string) {
  return queryOptions({
    queryKey: [...timelineKey, id],
    queryFn: async ({ signal }): Promise<Timeline> => {
      const { data } = await read<Success<TimelineView>>(`/anecdotes/${id}/timeline`, { signal });
      const anecdotes = [data.root_anecdote, ...data.connected_anecdotes].sort(
        (a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp),
      );
      return { anecdotes, total: data.total_connections + 1 };
    },
  });
}

/** The chain around the anecdote `id`: what it continues, nearest first, and what continues it; at most `limit` of them. */
export function connectionsQuery(id: string, { limit, as_of }: { limit?: number; as_of?: string | undefined } = {}) {
  return queryOptions({
    queryKey: keyAt(as_of, [...journalKey, 'connections', id, limit]),
    queryFn: ({ signal }) =>
      read<Success<ConnectionsView>>(`/anecdotes/${id}/connections`, { query: { limit, as_of }, signal }).then(
        (answer) => answer.data,
      ),
  });
}

/** The anecdote `id` with what it continues and what continues it, without anything between. */
export function branchesQuery(id: string, as_of?: string) {
  return queryOptions({
    queryKey: keyAt(as_of, [...journalKey, 'branches', id]),
    queryFn: ({ signal }) =>
      read<Success<ConnectionsView>>(`/anecdotes/${id}/connections`, { query: { depth: 1, as_of }, signal }).then(
        (answer) => answer.data,
      ),
  });
}

/** Whether the first of what is known of a chain continues an anecdote that was deleted, not one that is left out. */
export function startsWithDeleted({ current, parents, complete }: Omit<ConnectionsView, 'children'>): boolean {
  return complete && (parents.at(-1) ?? current).connected_to !== null;
}

/** One anecdote. */
export function anecdoteQuery(id: string, as_of?: string) {
  return queryOptions({
    queryKey: keyAt(as_of, anecdoteKey(id)),
    queryFn: ({ signal }) => readAnecdote(id, signal, as_of),
  });
}

const MAX_STALE_READS = 30;
const STALE_READ_RETRY_MS = 100;

/** The anecdote `id` as it was saved at `revision` or later, which the views may learn a moment after the log. */
export async function fetchAnecdoteAt(queries: QueryClient, id: string, revision: number): Promise<AnecdoteView> {
  const { queryKey } = anecdoteQuery(id);
  await queries.cancelQueries({ queryKey });
  return queries.fetchQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const anecdote = await readAnecdote(id, signal);
      // Asked for again, and shown to nobody.
      if (anecdote.revision < revision) throw new ApiError('UNAVAILABLE', '');
      return anecdote;
    },
    staleTime: 0,
    retry: (failures, { code }: ApiError) => code === 'UNAVAILABLE' && failures < MAX_STALE_READS,
    retryDelay: STALE_READ_RETRY_MS,
  });
}

async function readAnecdote(id: string, signal: AbortSignal, as_of?: string): Promise<AnecdoteView> {
  return (await read<Success<AnecdoteView>>(`/anecdotes/${id}`, { query: { as_of }, signal })).data;
}

/** The most used of the person's tags that contain `term`, and how many contain it. */
export function tagsQuery(term = '', as_of?: string) {
  return queryOptions({
    queryKey: keyAt(as_of, [...journalKey, 'tags', term]),
    queryFn: async ({ signal }) => {
      const query = { search_term: term || undefined, limit: TAG_LIST, as_of };
      const { data, totalCount } = await read<TagPage>('/tags', { query, signal });
      return { tags: data, totalCount };
    },
    ...(term === '' && as_of === undefined && keptOnDevice),
  });
}

/** The anecdotes of a page; those without an id or a text are left out. Throws ApiError when it holds no list. */
export function validAnecdotes({ data }: { data: readonly unknown[] | null | undefined }): AnecdoteView[] {
  if (data === null || data === undefined) throw new ApiError('UNREADABLE', strings.errors.noData);
  if (!Array.isArray(data)) throw new ApiError('UNREADABLE', strings.errors.noList);
  return data.filter((anecdote) => anecdote?.id && anecdote.description);
}

/** `page` with only its valid anecdotes, which are all it counts. Throws ApiError when it holds no list. */
function validPage(page: AnecdotePage): AnecdotePage {
  const data = validAnecdotes(page);
  const totalItems = page.pagination.totalItems - (page.data.length - data.length);
  return { ...page, data, pagination: { ...page.pagination, totalItems } };
}
