import type { AnecdoteContent } from '@anecdotes/contracts';
import type { Selectable } from 'kysely';
import {
  defineTable,
  float,
  instant,
  integer,
  nullable,
  type SelectedOf,
  text,
  texts,
  uuid,
  uuids,
} from '../projection/table.ts';
import { searchColumns } from './search-text.ts';

export const anecdoteTable = defineTable({
  name: 'anecdote',
  owner: 'owner',
  columns: {
    id: uuid(),
    owner: uuid(),
    description: text(),
    at: instant(),
    time_zone: text(),
    tags: texts(),
    location: nullable(text()),
    lat: nullable(float()),
    lng: nullable(float()),
    address: nullable(text()),
    connected_to: nullable(uuid()),
    same_here: uuids(),
    created_at: instant(),
    updated_at: instant(),
    revision: integer(),
    search_text: text(),
    search_address: text(),
  },
  indexes: (schema) => `
    create index if not exists anecdote_at on ${schema}.anecdote (owner, at, id);
    create index if not exists anecdote_created on ${schema}.anecdote (owner, created_at, id);
    create index if not exists anecdote_children on ${schema}.anecdote (owner, connected_to, at, id)
      where connected_to is not null;
    create index if not exists anecdote_place on ${schema}.anecdote (owner, lng, lat) where lng is not null;
    create index if not exists anecdote_without_place on ${schema}.anecdote (owner, at, id) where lat is null;`,
});

/** The columns with the content of an anecdote. */
export function contentColumns(content: AnecdoteContent) {
  const { description, timestamp, time_zone, tags, location, coordinates } = content;
  return {
    description,
    at: timestamp,
    time_zone,
    tags: [...tags],
    location,
    lat: coordinates?.lat ?? null,
    lng: coordinates?.lng ?? null,
    address: coordinates?.address ?? null,
    ...searchColumns(content),
  };
}

/** The content of an anecdote, read from these columns. */
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

type ContentRow = Omit<ViewRow, 'id' | 'connected_to' | 'same_here' | 'created_at' | 'updated_at' | 'revision'>;

/** A row as queries read it, without the columns that they only filter by. */
export type ViewRow = Omit<Selectable<SelectedOf<typeof anecdoteTable>>, 'owner' | 'search_text' | 'search_address'>;
