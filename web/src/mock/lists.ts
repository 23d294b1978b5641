import {
  type AnecdoteCursorPage,
  type AnecdotePage,
  type AnecdoteView,
  type CursorParameters,
  foldText,
  type MonthParameters,
  normaliseTags,
  type PageParameters,
  Problem,
  succeed,
} from '@anecdotes/contracts';
import { countedTags } from './figures.ts';
import { base64url, fromBase64url } from './ids.ts';
import { localDay } from './local-day.ts';

const MOST_TAGS = 100;
const LONGEST_KEY = 100;

type Anecdotes = readonly AnecdoteView[];

/** The anecdotes that pass a filter: the term anywhere, one of the tags, within the period. */
export function filtered(
  anecdotes: Anecdotes,
  { search, tags, date_from, date_to, time_zone }: MonthParameters,
): Anecdotes {
  const term = foldText(search?.trim() ?? '');
  const wanted = normaliseTags(tags?.split(',') ?? []);
  const zone = time_zone ?? 'UTC';
  return anecdotes.filter(
    ({ description, tags: own, location, timestamp }) =>
      (term === '' || [description, ...own, location ?? ''].some((text) => foldText(text).includes(term))) &&
      (wanted.length === 0 || wanted.some((tag) => own.includes(tag))) &&
      (date_from === undefined || comparable(timestamp, date_from, zone) >= date_from) &&
      (date_to === undefined || comparable(timestamp, date_to, zone) <= date_to),
  );
}

/** One numbered page. */
export function page(anecdotes: Anecdotes, parameters: PageParameters): AnecdotePage {
  const { page: currentPage, page_size: pageSize } = parameters;
  const found = sorted(filtered(anecdotes, parameters), parameters);
  const totalPages = Math.ceil(found.length / pageSize);
  const times = anecdotes.map(({ timestamp }) => timestamp).sort();
  const shown = found.slice((currentPage - 1) * pageSize, currentPage * pageSize);
  return {
    ...succeed(shown),
    pagination: {
      ...{ currentPage, pageSize, totalItems: found.length, totalPages },
      ...{ hasNextPage: currentPage < totalPages, hasPreviousPage: currentPage > 1 && totalPages > 0 },
    },
    filters: {
      availableTags: countedTags(anecdotes)
        .slice(0, MOST_TAGS)
        .map(({ name }) => name),
      dateRange: { earliest: times[0] ?? null, latest: times.at(-1) ?? null },
    },
    continued: continued(shown, anecdotes),
  };
}

/** The ids of `shown` that others continue. */
export function continued(shown: Anecdotes, anecdotes: Anecdotes): string[] {
  const parents = new Set(anecdotes.map(({ connected_to }) => connected_to));
  return shown.map(({ id }) => id).filter((id) => parents.has(id));
}

/** What comes behind a cursor. Throws INVALID_CURSOR. */
export function behindCursor(
  anecdotes: Anecdotes,
  { limit, cursor, ...parameters }: CursorParameters,
): AnecdoteCursorPage {
  const found = sorted(filtered(anecdotes, parameters), parameters);
  const rest = afterCursor(found, cursor, parameters, ({ id }) => id);
  const shown = rest.slice(0, limit);
  return {
    ...succeed(shown),
    pagination: paginationOf(rest, limit, found.length, parameters, ({ id }) => id),
    continued: continued(shown, anecdotes),
  };
}

/** What follows in `found` on the place that `cursor` names. Throws INVALID_CURSOR for a cursor of another list. */
export function afterCursor<Item>(
  found: readonly Item[],
  cursor: string | undefined,
  list: object,
  idOf: (item: Item) => string,
): readonly Item[] {
  if (cursor === undefined) return found;
  const [id, of] = placeOf(cursor);
  const place = found.findIndex((item) => idOf(item) === id);
  if (of !== nameOf(list) || place === -1) throw new Problem('INVALID_CURSOR');
  return found.slice(place + 1);
}

/** How it goes on behind the first `limit` of `rest`. */
export function paginationOf<Item>(
  rest: readonly Item[],
  limit: number,
  totalCount: number,
  list: object,
  idOf: (item: Item) => string,
): AnecdoteCursorPage['pagination'] {
  const last = rest[limit - 1];
  const hasMore = rest.length > limit && last !== undefined;
  const nextCursor = hasMore ? base64url(encodeURIComponent(JSON.stringify([idOf(last), nameOf(list)]))) : null;
  return { nextCursor, hasMore, totalCount };
}

function sorted(
  anecdotes: Anecdotes,
  { sort_by, sort_order }: Pick<PageParameters, 'sort_by' | 'sort_order'>,
): Anecdotes {
  const key = (anecdote: AnecdoteView) => anecdote[sort_by].slice(0, LONGEST_KEY);
  const direction = sort_order === 'asc' ? 1 : -1;
  return [...anecdotes].sort((a, b) => direction * (compare(key(a), key(b)) || compare(a.id, b.id)));
}

/** An instant in the form of one end of a period: a day where that is one. */
function comparable(timestamp: string, end: string, zone: string): string {
  return end.length === 10 ? localDay(timestamp, zone) : timestamp;
}

function nameOf(list: object): string {
  return JSON.stringify(list, (_, value: unknown) => (value instanceof Set ? [...value].sort() : value));
}

function placeOf(cursor: string): unknown[] {
  try {
    const place: unknown = JSON.parse(decodeURIComponent(fromBase64url(cursor)));
    return Array.isArray(place) ? place : [];
  } catch {
    throw new Problem('INVALID_CURSOR');
  }
}

/** Orders texts by their code units and numbers by size, the smaller first. */
export function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
