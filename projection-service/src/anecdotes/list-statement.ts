import { type RawBuilder, sql } from 'kysely';
import { viewTable } from '../db/view-table.ts';
import type { ViewRow } from './table.ts';
import { viewColumnList } from './view.ts';

const anecdotes = viewTable('anecdote');

/** Rows as JSON: one value in the result instead of some three hundred. */
export type JsonRow = Omit<ViewRow, 'at' | 'created_at' | 'updated_at'> &
  Record<'at' | 'created_at' | 'updated_at', string>;

/**
 * The statement that reads the anecdotes of `ids`, an array, in its order: their rows as `rows`, and the columns
 * `more`. These can read the rows from a table `card`, which has a `number` from 1, and the common table expressions in
 * `before`. All of it sees one state of the views.
 */
export function listStatement<Row extends { rows: JsonRow[] }>(
  ids: RawBuilder<unknown>,
  more: readonly RawBuilder<unknown>[],
  before: readonly RawBuilder<unknown>[] = [],
): RawBuilder<Row> {
  const cards = sql`card as materialized (
      select ${viewColumnList}, listed.number::int4 from unnest(${ids}) with ordinality as listed(id, number)
      cross join lateral (select * from ${anecdotes} where id = listed.id offset 0) as anecdote
    )`;
  const rows = sql`coalesce((select json_agg(card order by number) from card), '[]') as rows`;
  return sql<Row>`with ${sql.join([...before, cards])} select ${sql.join([rows, ...more])}`;
}

/** The rows with dates, as other queries return them. */
export function rowsFrom(rows: readonly JsonRow[]): ViewRow[] {
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at),
    created_at: new Date(row.created_at),
    updated_at: new Date(row.updated_at),
  }));
}
