import type { ColumnType } from 'kysely';
import type { Ddl, Facet } from '../projection/table.ts';

export type TagUseTable = { anecdote: string; owner: string; tag: string; at: ColumnType<Date, string, string> };
export type TagTable = { owner: string; name: string; count: number };

/** One row for each tag of each anecdote. */
export const tagUses: Facet<{ anecdote: string; owner: string; tag: string; at: string }> = {
  name: 'tag_use',
  columns: { anecdote: 'uuid', owner: 'uuid', tag: 'text', at: 'timestamptz(3)' },
  counters: [{ name: 'tag', key: { owner: 'owner', name: 'tag' } }],
};

export const tagDdl: Ddl = {
  tables: (schema) => `
    create table ${schema}.tag_use (
      anecdote uuid not null,
      owner uuid not null,
      tag text not null,
      at timestamptz(3) not null,
      primary key (anecdote, tag)
    );
    create table ${schema}.tag (
      owner uuid not null,
      name text not null,
      count int4 not null,
      primary key (owner, name)
    ) with (fillfactor = 70);`,
  indexes: (schema) => `
    create index if not exists tag_use_by_tag on ${schema}.tag_use (owner, tag, at desc, anecdote);`,
};
