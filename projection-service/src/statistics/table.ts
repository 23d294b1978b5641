import type { Ddl, Facet } from '../projection/table.ts';

export { localDay } from './local-day.ts';

export type DayTable = { owner: string; day: string; count: number };
export type JournalTable = { owner: string; count: number };

/** One row for each anecdote: the calendar day it happened on where it was written. */
export const dayUses: Facet<{ anecdote: string; owner: string; day: string }> = {
  name: 'day_use',
  columns: { anecdote: 'uuid', owner: 'uuid', day: 'date' },
  counters: [
    { name: 'day', key: { owner: 'owner', day: 'day' } },
    { name: 'journal', key: { owner: 'owner' } },
  ],
};

export const statisticsDdl: Ddl = {
  tables: (schema) => `
    create table ${schema}.day_use (
      anecdote uuid primary key,
      owner uuid not null,
      day date not null
    );
    create table ${schema}.day (
      owner uuid not null,
      day date not null,
      count int4 not null,
      primary key (owner, day)
    ) with (fillfactor = 70);
    create table ${schema}.journal (
      owner uuid primary key,
      count int4 not null
    ) with (fillfactor = 70);`,
  indexes: () => '',
};
