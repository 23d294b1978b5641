import type { Query } from '../lib/api.ts';
import { timeZone } from '../lib/format.ts';
import { listOf, oneOf, type SearchParams, textOf } from '../lib/search-params.ts';
import { type DateRange, type Period, periods } from './date-range.ts';

/** Which anecdotes are wanted; also the search parameters of the dashboard. */
export type Filter = Readonly<{
  /** What is searched for. */
  q: string;
  tags: readonly string[];
  period: Period;
  /** The first and the last day of a custom period, as YYYY-MM-DD. */
  from: string;
  to: string;
}>;

/** The quick filters: the tags that each looks for. */
export const quickTags = { energy: ['energy'], problems: ['problem', 'issue'], positive: ['positive'] };

export const noFilter: Filter = { q: '', tags: [], period: 'all', from: '', to: '' };

/** True when `filter` leaves anything out. */
export function isFiltering({ q, tags, period }: Filter): boolean {
  return q !== '' || tags.length > 0 || period !== 'all';
}

/** `filter` as the parameters of a list call; `moving` is the date range of a period that moves with the clock. */
export function filterQuery({ q, tags, period, from, to }: Filter, moving: DateRange | undefined): Query {
  const custom = period === 'custom';
  return {
    search: q || undefined,
    tags: tags.length > 0 ? tags.join(',') : undefined,
    date_from: (custom && from) || undefined,
    date_to: (custom && to) || undefined,
    ...moving,
    time_zone: custom && (from || to) ? timeZone() : undefined,
  };
}

/** `tags` with `tag` added, or without it when it was there. */
export function toggleTag(tags: readonly string[], tag: string): readonly string[] {
  return tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag];
}

/** A name that two filters share when they let the same anecdotes pass. */
export function filterName(filter: Filter): string {
  return JSON.stringify({ ...filter, tags: [...filter.tags].sort() });
}

const MAX_SEARCH_LENGTH = 500;
const MAX_TAGS = 100;

/** The filter that search parameters describe; a wrong one counts as left out. */
export function parseFilter(params: SearchParams): Filter {
  const period = oneOf(periods, params.period) ?? 'all';
  const day = (value: unknown) => (period === 'custom' && isDay(textOf(value)) ? textOf(value) : '');
  return {
    q: [...textOf(params.q)].slice(0, MAX_SEARCH_LENGTH).join('').trim(),
    tags: [...new Set(listOf(params.tags))].slice(0, MAX_TAGS),
    period,
    from: day(params.from),
    to: day(params.to),
  };
}

/** True for a day of the years 1 to 9999 that is in the calendar. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const at = new Date(text);
  return at.getUTCDate() === Number(text.slice(8));
}
