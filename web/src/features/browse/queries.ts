import type { AnecdoteMonth, AnecdotePage, AnecdoteView, Success, Tag, TimelineView } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api.ts';
import { timeZone } from '../../lib/format.ts';
import { keptOnDevice } from '../../lib/local-cache.ts';
import { journalKey } from '../../lib/query-client.ts';
import { type Filter, filterName, filterQuery } from './filter.ts';
import { listedPage } from './listed.ts';
import { countedMonths } from './months.ts';
import { spanOf } from './span.ts';

/** How many anecdotes are read together. */
export const PAGE = 50;
const TAG_LIST = 100;
const KEPT_MS = 5 * 60_000;

/** Key of every cached page of anecdotes, whatever its filter. */
export const pagesKey = [...journalKey, 'anecdote-pages'] as const;
export const timelineKey = [...journalKey, 'timeline'] as const;
/** Key of every list that is read from its newest on and kept whole. */
export const gatheredKey = [...journalKey, 'gathered'] as const;

/** Key of every page of the filter that is called `name`. */
export function pagesOfKey(name: string) {
  return [...pagesKey, name] as const;
}

/** Key of a page, counted from 0, of the filter that is called `name`. */
export function pageKey(name: string, page: number) {
  return [...pagesOfKey(name), page] as const;
}

/** Key of the counted months of the filter that is called `name`. */
export function monthsKey(name: string) {
  return [...journalKey, 'anecdote-months', name] as const;
}

/** One page of the anecdotes that pass `filter`, newest first. */
export function pageQuery(filter: Filter, page: number) {
  return queryOptions({
    queryKey: pageKey(filterName(filter), page),
    queryFn: async ({ signal }) => {
      const query = { page: page + 1, page_size: PAGE, ...filterQuery(filter, spanOf(filter.period)) };
      return listedPage(await read<AnecdotePage>('/anecdotes', { query, signal }));
    },
    gcTime: KEPT_MS,
    // Only what opens the list: pages below it would push all else out, and rewrite the cache while scrolling.
    ...(page === 0 && keptOnDevice),
  });
}

/** How many anecdotes pass `filter` in each month, newest first. */
export function monthsQuery(filter: Filter) {
  return queryOptions({
    queryKey: monthsKey(filterName(filter)),
    queryFn: async ({ signal }) => {
      const query = { ...filterQuery(filter, spanOf(filter.period)), time_zone: timeZone() };
      const { data } = await read<Success<AnecdoteMonth[]>>('/anecdotes/months', { query, signal });
      return countedMonths(data);
    },
    ...keptOnDevice,
  });
}

/** A timeline as far as it was told, and how many anecdotes it really has. */
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

/** The person's tags, for the filter panel. */
export function tagsQuery() {
  return queryOptions({
    queryKey: [...journalKey, 'tags'],
    queryFn: ({ signal }) =>
      read<Success<Tag[]>>('/tags', { query: { limit: TAG_LIST }, signal }).then((answer) => answer.data),
    ...keptOnDevice,
  });
}
