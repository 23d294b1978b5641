import {
  type AnecdoteCursorPage,
  type AnecdoteMap,
  type AnecdotePage,
  type AnecdoteView,
  type BoundingBox,
  type CursorParameters,
  type MapParameters,
  type MonthParameters,
  normaliseTags,
  type PageParameters,
  parseSearch,
  type Success,
} from '@anecdotes/contracts';
import { distance, type Point } from '../map/point.ts';
import type { Body } from './call.ts';
import { chainsOf, inChain } from './chains.ts';
import { counted, isInPeriod } from './figures.ts';
import { foundBy } from './found.ts';
import { pageAfter } from './page-after.ts';
import { sortBy } from './sort.ts';

const MOST_TAGS = 100;
const MAP_TAGS = 50;

type Anecdotes = readonly AnecdoteView[];

/** The anecdotes that match a filter: search, chain, any of the tags, period and place. */
export function filtered(
  anecdotes: Anecdotes,
  { chain, search, tags, bbox, near, located, ...period }: MonthParameters,
): Anecdotes {
  const isFound = foundBy(anecdotes, parseSearch(search ?? ''), { timeZone: period.time_zone });
  const wantedTags = normaliseTags(tags?.split(',') ?? []);
  const isOfChain = chain === undefined ? () => true : inChain(anecdotes, chain);
  return anecdotes
    .filter(isFound)
    .filter(isOfChain)
    .filter(
      ({ tags: own, timestamp, coordinates }) =>
        (wantedTags.length === 0 || wantedTags.some((tag) => own.includes(tag))) &&
        isInPeriod(timestamp, period) &&
        (located === undefined || located === (coordinates !== null)) &&
        (bbox === undefined || (coordinates !== null && isWithin(coordinates, bbox))) &&
        (near === undefined || (coordinates !== null && distance(coordinates, near) <= near.km)),
    );
}

function isWithin({ lat, lng }: Point, { west, south, east, north }: BoundingBox): boolean {
  const isBetween = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east;
  return isBetween && lat >= south && lat <= north;
}

/** The answer for a map. Always single points, never cells: a mock journal is small enough. */
export function mapOf(
  anecdotes: Anecdotes,
  { bbox, zoom: _, ...parameters }: MapParameters,
): Body<Success<AnecdoteMap>> {
  const all = filtered(anecdotes, parameters);
  const located = all.flatMap(({ coordinates, tags: [tag = null], id }) =>
    coordinates ? [{ id, lat: coordinates.lat, lng: coordinates.lng, tag }] : [],
  );
  const [lats, lngs] = [located.map(({ lat }) => lat), located.map(({ lng }) => lng)];
  return {
    data: {
      total_anecdotes: all.length,
      total_locations: located.length,
      without_location: all.length - located.length,
      bounds:
        located.length === 0 ? null : [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)],
      tags: counted(located.flatMap(({ tag }) => tag ?? [])).slice(0, MAP_TAGS),
      points: located.filter((point) => bbox === undefined || isWithin(point, bbox)),
      cells: null,
    },
  };
}

/** One numbered page. */
export function page(
  anecdotes: Anecdotes,
  { page: currentPage, page_size: pageSize, sort_by, sort_order, ...filter }: PageParameters,
): Body<AnecdotePage> {
  const found = sortBy(filtered(anecdotes, filter), sort_order, (anecdote) => [anecdote[sort_by], anecdote.id]);
  const totalPages = Math.ceil(found.length / pageSize);
  const times = anecdotes.map(({ timestamp }) => timestamp).sort();
  const tags = counted(anecdotes.flatMap(({ tags }) => tags));
  const data = found.slice((currentPage - 1) * pageSize, currentPage * pageSize);
  return {
    data,
    pagination: {
      currentPage,
      pageSize,
      totalItems: found.length,
      totalPages,
      hasNextPage: currentPage < totalPages,
      hasPreviousPage: currentPage > 1 && totalPages > 0,
    },
    filters: {
      availableTags: tags.slice(0, MOST_TAGS).map(({ name }) => name),
      dateRange: { earliest: times[0] ?? null, latest: times.at(-1) ?? null },
    },
    chains: chainsOf(anecdotes, data),
  };
}

/** The page after a cursor. Throws INVALID_CURSOR. */
export function behindCursor(anecdotes: Anecdotes, parameters: CursorParameters): Body<AnecdoteCursorPage> {
  const { limit, cursor, ...list } = parameters;
  const { sort_by, sort_order } = list;
  const found = sortBy(filtered(anecdotes, list), sort_order, (anecdote) => [anecdote[sort_by], anecdote.id]);
  const name = JSON.stringify(list);
  const { data, pagination } = pageAfter(found, { cursor, limit }, ({ id }) => `${id} ${name}`);
  return { data, pagination: { ...pagination, totalCount: found.length }, chains: chainsOf(anecdotes, data) };
}
