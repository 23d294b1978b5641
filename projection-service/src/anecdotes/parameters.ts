import { type CursorParameters, type MonthParameters, normaliseTags, parseSearch } from '@anecdotes/contracts';
import { type Period, periodOf } from './period.ts';
import { isAnywhere, type PlaceFilter } from './place.ts';
import { type Search, searchFor } from './searched.ts';

export type SortField = CursorParameters['sort_by'];
export type Sorting = { by: SortField; order: 'asc' | 'desc' };

/** Which anecdotes a list shows. */
export type AnecdoteFilter = {
  search: Search;
  tags: readonly string[];
  period: Period;
  place: PlaceFilter;
  /** The topmost anecdote of the chain they are in. */
  chain?: string | undefined;
};

/** The filter that the parameters of a list ask for. */
export function filterOf(parameters: MonthParameters): AnecdoteFilter {
  return {
    search: searchFor(parseSearch(parameters.search ?? ''), parameters.time_zone),
    tags: normaliseTags(parameters.tags?.split(',') ?? []),
    period: periodOf(parameters.date_from, parameters.date_to, parameters.time_zone ?? 'UTC'),
    place: { bbox: parameters.bbox, near: parameters.near, located: parameters.located },
    chain: parameters.chain,
  };
}

export function sortingOf({ sort_by, sort_order }: Pick<CursorParameters, 'sort_by' | 'sort_order'>): Sorting {
  return { by: sort_by, order: sort_order };
}

/** True when a list shows every anecdote. */
export function isUnfiltered({ search, tags, period, place, chain }: AnecdoteFilter): boolean {
  const isAlways = period.from === undefined && period.before === undefined;
  return search.query.length === 0 && tags.length === 0 && isAlways && isAnywhere(place) && chain === undefined;
}

/**
 * A list whose length is in a counter: the whole journal of an account, or the anecdotes with one tag in the order of
 * time.
 */
export type CountedList = { readonly tag: string | undefined };

/** The counted list for this filter and order; undefined if there is none. */
export function countedList(filter: AnecdoteFilter, { by }: Sorting): CountedList | undefined {
  const [tag, ...others] = filter.tags;
  if (others.length > 0 || !isUnfiltered({ ...filter, tags: [] })) return undefined;
  return tag === undefined || by === 'timestamp' ? { tag } : undefined;
}

/** True when a list shows the hits of a search. */
export function isSearch({ search }: AnecdoteFilter): boolean {
  return search.query.length > 0;
}
