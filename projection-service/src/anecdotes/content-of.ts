import type { AnecdoteContent } from '@anecdotes/contracts';
import type { ViewRow } from './table.ts';

type ContentRow = Omit<ViewRow, 'id' | 'connected_to' | 'same_here' | 'created_at' | 'updated_at' | 'revision'>;

/** What a person wrote, read from those columns. */
export function contentOf(row: ContentRow): AnecdoteContent {
  const { description, at, time_zone, tags, location, lat, lng, address } = row;
  return {
    description,
    tags,
    timestamp: at.toISOString(),
    time_zone,
    location,
    coordinates: lat === null || lng === null ? null : { lat, lng, address },
  };
}
