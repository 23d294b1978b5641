import type {
  AnecdoteCursorPage,
  AnecdoteView,
  ConnectionsView,
  Success,
  Tag,
  TimelineView,
} from '@anecdotes/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';
import { type Filter, filterQuery } from './filter.ts';

const PAGE = 40;
const TAG_LIST = 100;

type PageParam = { cursor: string; since: string | undefined } | null;

/** Key of every cached list of anecdotes, whatever its filter. */
export const anecdoteListKey = [...journalKey, 'anecdote-pages'] as const;
export const timelineKey = [...journalKey, 'timeline'] as const;

export type AnecdoteList = { pages: AnecdoteCursorPage[]; pageParams: unknown[] };

/** The anecdotes that pass `filter`, newest first, page by page. */
export function anecdotesQuery(filter: Filter) {
  return infiniteQueryOptions({
    queryKey: [...anecdoteListKey, filter],
    initialPageParam: null as PageParam,
    queryFn: async ({ pageParam, signal }) => {
      const since = pageParam?.since ?? startOf(filter.period);
      const query = { limit: PAGE, cursor: pageParam?.cursor, ...filterQuery(filter, since) };
      const page = await read<AnecdoteCursorPage>('/anecdotes/cursor', { query, signal });
      return { ...page, since };
    },
    getNextPageParam: ({ pagination, since }): PageParam | undefined =>
      pagination.hasMore && pagination.nextCursor !== null ? { cursor: pagination.nextCursor, since } : undefined,
    placeholderData: keepPreviousData,
  });
}

/** The anecdote `id` with what it continues and what continues it, oldest first. */
export function timelineQuery(id: string) {
  return queryOptions({
    queryKey: [...timelineKey, id],
    queryFn: async ({ signal }) => {
      const { data } = await read<Success<TimelineView>>(`/anecdotes/${id}/timeline`, { signal });
      return [data.root_anecdote, ...data.connected_anecdotes].sort(
        (a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp),
      ) as AnecdoteView[];
    },
  });
}

/** The chain around the anecdote `id`. */
export function connectionsQuery(id: string) {
  return queryOptions({
    queryKey: [...journalKey, 'connections', id],
    queryFn: ({ signal }) =>
      read<Success<ConnectionsView>>(`/anecdotes/${id}/connections`, { signal }).then((answer) => answer.data),
  });
}

/** The person's tags, for the filter panel. */
export function tagsQuery() {
  return queryOptions({
    queryKey: [...journalKey, 'tags'],
    queryFn: ({ signal }) =>
      read<Success<Tag[]>>('/tags', { query: { limit: TAG_LIST }, signal }).then((answer) => answer.data),
  });
}

function startOf(period: Filter['period']): string | undefined {
  const start = new Date();
  if (period === 'week') start.setDate(start.getDate() - 7);
  else if (period === 'month') start.setMonth(start.getMonth() - 1);
  else return undefined;
  return start.toISOString();
}
