import type { AnecdoteContent } from '@anecdotes/contracts';
import type { ColumnType, Insertable } from 'kysely';
import type { Ddl, RowTable } from '../projection/table.ts';
import { haystackOf } from './haystack.ts';

type Instant = ColumnType<Date, string, string>;

export type AnecdoteTable = {
  id: string;
  owner: string;
  description: string;
  at: Instant;
  time_zone: string;
  tags: string[];
  location: string | null;
  lat: number | null;
  lng: number | null;
  address: string | null;
  connected_to: string | null;
  same_here: string[];
  created_at: Instant;
  updated_at: Instant;
  revision: number;
  haystack: string;
};

export type AnecdoteRow = Insertable<AnecdoteTable>;
type StoredRow = { [Column in keyof AnecdoteRow]-?: Exclude<AnecdoteRow[Column], undefined> };

export const anecdoteTable: RowTable<StoredRow> = {
  name: 'anecdote',
  owner: 'owner',
  columns: {
    id: 'uuid',
    owner: 'uuid',
    description: 'text',
    at: 'timestamptz(3)',
    time_zone: 'text',
    tags: 'text[]',
    location: 'text',
    lat: 'float8',
    lng: 'float8',
    address: 'text',
    connected_to: 'uuid',
    same_here: 'uuid[]',
    created_at: 'timestamptz(3)',
    updated_at: 'timestamptz(3)',
    revision: 'int4',
    haystack: 'text',
  },
};

export const anecdoteDdl: Ddl = {
  tables: (schema) => `
    create table ${schema}.anecdote (
      id uuid primary key,
      owner uuid not null,
      description text not null,
      at timestamptz(3) not null,
      time_zone text not null,
      tags text[] not null,
      location text,
      lat float8,
      lng float8,
      address text,
      connected_to uuid,
      same_here uuid[] not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      revision int4 not null,
      haystack text not null
    );`,
  indexes: (schema) => `
    create index if not exists anecdote_at on ${schema}.anecdote (owner, at, id);
    create index if not exists anecdote_created on ${schema}.anecdote (owner, created_at, id);
    create index if not exists anecdote_children on ${schema}.anecdote (owner, connected_to)
      where connected_to is not null;
    create index if not exists anecdote_haystack on ${schema}.anecdote
      using gin (owner public.uuid_ops, haystack public.gin_trgm_ops);`,
};

/** The columns that hold what a person wrote. */
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
    haystack: haystackOf(content),
  };
}
