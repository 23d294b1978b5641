import type { AnecdoteMap } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { type Filter, filterName, filterQuery, movingRangeOf } from '../../anecdote/filter.ts';
import { keyAt } from '../../anecdote/query-keys.ts';
import { readData } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

const KEPT_MS = 30_000;

/** Part of the map: `west,south,east,north`, the zoom it is seen at, and the longitude of its middle. */
export type Area = { bbox: string; zoom: number; middle: number };

/** The points or cells of the map in `area`, or of the whole world. */
export function mapQuery(filter: Filter, area?: Area) {
  return queryOptions({
    queryKey: keyAt(filter.as_of, [...journalKey, 'map', filterName(filter), area?.bbox, area?.zoom]),
    queryFn: async ({ signal }) => {
      const viewport = area && { bbox: area.bbox, zoom: area.zoom };
      const query = { ...filterQuery(filter, movingRangeOf(filter)), ...viewport };
      return readData<AnecdoteMap>('/anecdotes/map', { query, signal });
    },
    ...(area && { gcTime: KEPT_MS }),
  });
}
