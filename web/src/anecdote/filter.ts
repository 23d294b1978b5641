import type { Query } from '../lib/api.ts';
import { timeZone } from '../lib/format.ts';
import { isDay, listOf, oneOf, type SearchParams, textOf } from '../lib/search-params.ts';
import { type DateRange, dateRangeOf, type Period, periods } from './date-range.ts';

/** Which anecdotes are wanted; also the search parameters of the dashboard. */
export type Filter = Readonly<{
  /** The searched words. */
  q: string;
  tags: readonly string[];
  period: Period;
  /** The first and the last day of a custom period, as YYYY-MM-DD. */
  from: string;
  to: string;
  /** Only within a circle, as `lat,lng,km`. */
  near: string;
  /** Only within `west,south,east,north`, and only with or without coordinates; neither is a search parameter. */
  bbox?: string;
  located?: boolean;
  /** The instant of a past journal; undefined for the present. */
  as_of?: string | undefined;
}>;

/** The quick filters and their tags. */
export const quickTags = { energy: ['energy'], problems: ['problem', 'issue'], positive: ['positive'] };

export const noFilter: Filter = { q: '', tags: [], period: 'all', from: '', to: '', near: '' };

/** True when `filter` can exclude anecdotes. */
export function isFiltering({ q, tags, period, near }: Filter): boolean {
  return q !== '' || tags.length > 0 || period !== 'all' || near !== '';
}

/** `filter` as the parameters of a list call; `moving` is the date range of a period that moves with the clock. */
export function filterQuery(
  { q, tags, period, from, to, near, bbox, located, as_of }: Filter,
  moving: DateRange | undefined,
): Query {
  const custom = period === 'custom';
  return {
    search: q || undefined,
    tags: tags.length > 0 ? tags.join(',') : undefined,
    date_from: (custom && from) || undefined,
    date_to: (custom && to) || undefined,
    ...moving,
    near: near || undefined,
    bbox,
    located: located === undefined ? undefined : String(located),
    // A search can name days, too.
    time_zone: q || custom ? timeZone() : undefined,
    as_of,
  };
}

/** The date range of a period that moves with the clock, ending now or at `as_of`; undefined for other periods. */
export function movingRangeOf({ period, as_of }: Filter): DateRange | undefined {
  return dateRangeOf(period, as_of === undefined ? Date.now() : Date.parse(as_of));
}

/** `tags` with `tag` added, or without it when it was there. */
export function toggleTag(tags: readonly string[], tag: string): readonly string[] {
  return tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag];
}

/** A name for the cache, equal for filters that differ only in the order of their tags. */
export function filterName(filter: Filter): string {
  return JSON.stringify({ ...filter, tags: [...filter.tags].sort() });
}

const MAX_SEARCH_LENGTH = 500;
const MAX_TAGS = 100;

/** The filter that search parameters describe; an invalid parameter is ignored. */
export function parseFilter(params: SearchParams): Filter {
  const period = oneOf(periods, params.period) ?? 'all';
  const day = (value: unknown) => (period === 'custom' && isDay(textOf(value)) ? textOf(value) : '');
  return {
    q: [...textOf(params.q)].slice(0, MAX_SEARCH_LENGTH).join('').trim(),
    tags: [...new Set(listOf(params.tags))].slice(0, MAX_TAGS),
    period,
    from: day(params.from),
    to: day(params.to),
    near: parseCircle(textOf(params.near)) ? textOf(params.near) : '',
  };
}

/** A circle on the earth; `km` is its radius. */
export type Circle = { lat: number; lng: number; km: number };

const MAX_RADIUS_KM = 20_000;

/** Parses `lat,lng,km`; undefined if it is invalid. */
export function parseCircle(text: string): Circle | undefined {
  if (!/^(?:-?\d{1,3}(?:\.\d{1,8})?,){2}\d{1,5}(?:\.\d{1,4})?$/.test(text)) return undefined;
  const [lat = 0, lng = 0, km = 0] = text.split(',').map(Number);
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isOnEarth && km > 0 && km <= MAX_RADIUS_KM ? { lat, lng, km } : undefined;
}

/** `circle` as `lat,lng,km` for a filter, its radius with two significant digits. */
export function circleText({ lat, lng, km }: Circle): string {
  const radius = Number(Math.min(MAX_RADIUS_KM, Math.max(0.01, km)).toPrecision(2));
  return `${Number(lat.toFixed(5))},${Number(lng.toFixed(5))},${radius}`;
}
