import type { Query } from '../lib/api.ts';
import { timeZone } from '../lib/format.ts';
import type { DateRange, Period } from './date-range.ts';
import { periods } from './date-range.ts';

/** Which anecdotes are wanted. `from` and `to` are calendar days and only count for a custom period. */
export type Filter = Readonly<{
  search: string;
  tags: readonly string[];
  period: Period;
  from: string;
  to: string;
}>;

/** The quick filters: the tags that each looks for. */
export const quickTags = { energy: ['energy'], problems: ['problem', 'issue'], positive: ['positive'] } as const;

export const noFilter: Filter = { search: '', tags: [], period: 'all', from: '', to: '' };

/** True when `filter` leaves anything out. */
export function isFiltering({ search, tags, period }: Filter): boolean {
  return search !== '' || tags.length > 0 || period !== 'all';
}

/** `filter` as the parameters of a list call; `moving` is the date range of a period that moves with the clock. */
export function filterQuery({ search, tags, period, from, to }: Filter, moving: DateRange | undefined): Query {
  const custom = period === 'custom';
  return {
    search: search || undefined,
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

/** The address's parameters that describe `filter`; what is not filtered is left out. */
export function filterToAddress({ search, tags, period, from, to }: Filter): Record<string, string> {
  return {
    ...(search && { q: search }),
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...(period !== 'all' && { period }),
    ...(period === 'custom' && from && { from }),
    ...(period === 'custom' && to && { to }),
  };
}

/** A name that two filters share when they let the same anecdotes pass. */
export function filterName(filter: Filter): string {
  return JSON.stringify(filterToAddress({ ...filter, tags: [...filter.tags].sort() }));
}

const LONGEST_SEARCH = 500;
const MOST_TAGS = 100;
/** Control characters and halves of characters: no anecdote has them and no list call takes them. */
const unsearchable = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;

/** The filter an address describes; what it says wrongly is ignored. */
export function filterFromAddress(address: Readonly<Record<string, unknown>>): Filter {
  const text = (name: string) => (typeof address[name] === 'string' ? address[name].replace(unsearchable, '') : '');
  const day = (name: string) => (isDay(text(name)) ? text(name) : '');
  return {
    search: [...text('q')].slice(0, LONGEST_SEARCH).join('').trim(),
    tags: [...new Set(text('tags').split(',').filter(Boolean))].slice(0, MOST_TAGS),
    period: periods.find((period) => period === address.period) ?? 'all',
    from: day('from'),
    to: day('to'),
  };
}

/** True for a day of the years 1 to 9999 that is in the calendar. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const at = new Date(text);
  return at.getUTCDate() === Number(text.slice(8));
}
