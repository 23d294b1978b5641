import type {
  AnecdoteCursorPage,
  AnecdoteMonth,
  AnecdotePage,
  AnecdoteView,
  ConnectionsView,
  DaysView,
  TagPage,
  TimelineView,
} from '@anecdotes/contracts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, read, readData } from '../lib/api.ts';
import { timeZone } from '../lib/format.ts';
import { keptOnDevice } from '../lib/local-cache.ts';
import { journalKey } from '../lib/query-client.ts';
import { strings } from '../lib/strings.ts';
import type { DateRange } from './date-range.ts';
import { type Filter, filterName, filterQuery, movingRangeOf } from './filter.ts';
import { countedMonths } from './months.ts';
import { anecdoteKey, keyAt, loadedSoFarKey, monthsKey, pageKey, timelineKey } from './query-keys.ts';

/** The number of anecdotes on a page. */
export const PAGE_SIZE = 50;
const CURSOR_PAGE_SIZE = 100;
/** The list beside a map changes with every move of the map, so it loads few and is cached for 30 s only. */
const BESIDE_MAP = { limit: 30, gcTime: 30_000 };
const TAG_LIST = 100;
const KEPT_MS = 5 * 60_000;

/** One page of the anecdotes that match `filter`, newest first; `page` counts from 0. */
export function pageQuery(filter: Filter, page: number) {
  return queryOptions({
    queryKey: keyAt(filter.as_of, pageKey(filterName(filter), page)),
    queryFn: async ({ signal }) => {
      const query = { page: page + 1, page_size: PAGE_SIZE, ...filterQuery(filter, movingRangeOf(filter)) };
      return validPage(await read<AnecdotePage>('/anecdotes', { query, signal }));
    },
    gcTime: KEPT_MS,
    // Only the first page is kept: more pages would displace other data and rewrite the cache while scrolling.
    ...(page === 0 && filter.as_of === undefined && keptOnDevice),
  });
}

/** The number of anecdotes that match `filter` in each month, newest first. */
export function monthsQuery(filter: Filter) {
  return queryOptions({
    queryKey: keyAt(filter.as_of, monthsKey(filterName(filter))),
    queryFn: async ({ signal }) => {
      const query = { ...filterQuery(filter, movingRangeOf(filter)), time_zone: timeZone() };
      return countedMonths(await readData<AnecdoteMonth[]>('/anecdotes/months', { query, signal }));
    },
    ...(filter.as_of === undefined && keptOnDevice),
  });
}

/** The number of anecdotes on each day of `year` (default: this year), and the years that have any, newest first. */
export function daysQuery(year?: number, as_of?: string) {
  return queryOptions({
    queryKey: keyAt(as_of, [...journalKey, 'days', year]),
    queryFn: ({ signal }) =>
      readData<DaysView>('/anecdotes/days', { query: { year, time_zone: timeZone(), as_of }, signal }),
  });
}

/** Where a page of a list begins, and the range all its pages are for; null for the first page. */
export type PageParam = { cursor: string; range: DateRange | undefined } | null;

/** The anecdotes that match `filter`, newest first, loaded page by page and cached as one list. */
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

/** The part of a timeline that the server returned, and the total number of its anecdotes. */
export type Timeline = { anecdotes: AnecdoteView[]; total: number };

/** The anecdote `id` with what it continues and what continues it, oldest first. */
export function timelineQuery(id: string) {
  return queryOptions({
    queryKey: [...timelineKey, id],
    queryFn: ({ signal }) => readTimeline(id, signal),
  });
}

/** Reads the timeline of the anecdote `id`. Throws ApiError. */
export async function readTimeline(id: string, signal: AbortSignal): Promise<Timeline> {
  const data = await readData<TimelineView>(`/anecdotes/${id}/timeline`, { signal });
  const anecdotes = [data.root_anecdote, ...data.connected_anecdotes].sort(
    (a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp),
  );
  return { anecdotes, total: data.total_connections + 1 };
}

/** The chain around the anecdote `id`: its ancestors, nearest first, and its descendants; at most `limit` of them. */
export function connectionsQuery(id: string, { limit, as_of }: { limit?: number; as_of?: string | undefined } = {}) {
  return queryOptions({
    queryKey: keyAt(as_of, [...journalKey, 'connections', id, limit]),
    queryFn: ({ signal }) =>
      readData<ConnectionsView>(`/anecdotes/${id}/connections`, { query: { limit, as_of }, signal }),
  });
}

/** The anecdote `id` with its parent and its children only. */
export function branchesQuery(id: string, as_of?: string) {
  return queryOptions({
    queryKey: keyAt(as_of, [...journalKey, 'branches', id]),
    queryFn: ({ signal }) =>
      readData<ConnectionsView>(`/anecdotes/${id}/connections`, { query: { depth: 1, as_of }, signal }),
  });
}

/** Whether the topmost known anecdote of a chain continues a deleted one, rather than one that was not loaded. */
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

/** The anecdote `id` at `revision` or later; retries while the views lag behind the log. Throws ApiError. */
export async function fetchAnecdoteAt(queries: QueryClient, id: string, revision: number): Promise<AnecdoteView> {
  const { queryKey } = anecdoteQuery(id);
  await queries.cancelQueries({ queryKey });
  return queries.fetchQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const anecdote = await readAnecdote(id, signal);
      // Causes a retry; the message is never shown.
      if (anecdote.revision < revision) throw new ApiError('UNAVAILABLE', '');
      return anecdote;
    },
    staleTime: 0,
    retry: (failures, { code }: ApiError) => code === 'UNAVAILABLE' && failures < MAX_STALE_READS,
    retryDelay: STALE_READ_RETRY_MS,
  });
}

/** Reads the anecdote `id`. Throws ApiError. */
export function readAnecdote(id: string, signal: AbortSignal, as_of?: string): Promise<AnecdoteView> {
  return readData<AnecdoteView>(`/anecdotes/${id}`, { query: { as_of }, signal });
}

/** The person's most used tags that contain `term`, and the number of all tags that contain it. */
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

/** The anecdotes of a page, without those that lack an id or a text. Throws ApiError when `data` is not a list. */
export function validAnecdotes({ data }: { data: readonly unknown[] | null | undefined }): AnecdoteView[] {
  if (data === null || data === undefined) throw new ApiError('UNREADABLE', strings.errors.noData);
  if (!Array.isArray(data)) throw new ApiError('UNREADABLE', strings.errors.noList);
  return data.filter((anecdote) => anecdote?.id && anecdote.description);
}

/** `page` with only its valid anecdotes, and its total reduced accordingly. Throws ApiError when it holds no list. */
function validPage(page: AnecdotePage): AnecdotePage {
  const data = validAnecdotes(page);
  const totalItems = page.pagination.totalItems - (page.data.length - data.length);
  return { ...page, data, pagination: { ...page.pagination, totalItems } };
}
