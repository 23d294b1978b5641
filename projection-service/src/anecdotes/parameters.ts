import { type CursorParameters, foldText, type MonthParameters, normaliseTags } from '@anecdotes/contracts';
import { type Period, periodOf } from './period.ts';
import { isAnywhere, type PlaceFilter } from './place.ts';

export type SortField = CursorParameters['sort_by'];
export type Sorting = { by: SortField; order: 'asc' | 'desc' };

/** Which anecdotes a list shows. */
export type AnecdoteFilter = { term: string; tags: readonly string[]; period: Period; place: PlaceFilter };

/** What the parameters of a list ask for. */
export function filterOf(parameters: MonthParameters): AnecdoteFilter {
  return {
    term: foldText(parameters.search?.trim() ?? ''),
    tags: normaliseTags(parameters.tags?.split(',') ?? []),
    period: periodOf(parameters.date_from, parameters.date_to, parameters.time_zone ?? 'UTC'),
    place: { bbox: parameters.bbox, near: parameters.near, located: parameters.located },
  };
}

export function sortingOf({ sort_by, sort_order }: Pick<CursorParameters, 'sort_by' | 'sort_order'>): Sorting {
  return { by: sort_by, order: sort_order };
}

/** True when a list shows every anecdote. */
export function isUnfiltered({ term, tags, period, place }: AnecdoteFilter): boolean {
  const isAlways = period.from === undefined && period.before === undefined;
  return term === '' && tags.length === 0 && isAlways && isAnywhere(place);
}
