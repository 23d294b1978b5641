import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { inOrderOfTime } from '../anecdotes/in-order-of-time.ts';
import type { AnecdoteFilter } from '../anecdotes/parameters.ts';
import { isUnfiltered } from '../anecdotes/parameters.ts';
import { viewTable } from '../db/view-table.ts';
import { exportFields, FIELD_END, NULL, TAG_END } from './exported-row.ts';

/** How many characters of a parent's text are exported to name it. */
const NAMING_LENGTH = 120;
/** A limit that no journal reaches. */
const ALL = 1_000_000_000;

/**
 * The anecdotes of `owner` that pass `filter`, oldest first, each as one text for `exportRowOf`: the texts are passed
 * to another thread without being parsed, and JSON would take both sides more time. Of a whole journal, nothing is
 * sorted or joined before its first row is read.
 */
export function exportedRows(owner: AccountId, filter: AnecdoteFilter): RawBuilder<{ row: string }> {
  const all = isUnfiltered(filter);
  const found = inOrderOfTime(owner, filter, { columns: sql`anecdote.*`, order: 'asc', limit: ALL });
  const fields = exportFields.map((field) => expressionOf(field, owner));
  const parents = all
    ? sql`lateral (select * from ${viewTable('anecdote')} as other
        where other.id = anecdote.connected_to and other.owner = ${owner} limit 1)`
    : sql`chosen`;
  return sql`with chosen as ${all ? sql`not materialized` : sql`materialized`} (${found})
    select concat_ws(${sql.lit(FIELD_END)}, ${sql.join(fields)}) as row
    from chosen as anecdote
    left join ${parents} as parent on parent.id = anecdote.connected_to
    left join lateral (
      select * from ${viewTable('history')}
      where about = anecdote.id and account = ${owner} and type = 'AnecdoteCreated' limit 1
    ) as creation on true
    order by anecdote.at, anecdote.id`;
}

function expressionOf(field: (typeof exportFields)[number], owner: AccountId): RawBuilder<unknown> {
  switch (field) {
    case 'id':
    case 'description':
    case 'time_zone':
      return sql.ref(`anecdote.${field}`);
    case 'tags':
      return sql`array_to_string(anecdote.tags, ${sql.lit(TAG_END)})`;
    case 'location':
    case 'lat':
    case 'lng':
    case 'address':
    case 'connected_to':
      return orNull(sql.ref(`anecdote.${field}`));
    case 'at':
    case 'created_at':
    case 'updated_at':
      return milliseconds(`anecdote.${field}`);
    case 'same_here':
      return sql`${owner} = any(anecdote.same_here)`;
    case 'channel':
    case 'operation_kind':
      return orNull(sql.ref(`creation.${field}`));
    case 'parent_at':
      return orNull(milliseconds('parent.at'));
    case 'parent_zone':
      return orNull(sql.ref('parent.time_zone'));
    case 'parent_text':
      return orNull(sql`left(parent.description, ${sql.lit(NAMING_LENGTH)})`);
  }
}

function orNull(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(${value}::text, ${sql.lit(NULL)})`;
}

/** Exact, because instants are stored in milliseconds; a number with decimals would take twice the time. */
function milliseconds(column: string): RawBuilder<number> {
  return sql`(date_part('epoch', ${sql.ref(column)}) * 1000)::int8`;
}

/** The figures of an export: how many anecdotes, and from when to when. */
export type ExportFigures = { readonly anecdotes: number; readonly first: Date | null; readonly last: Date | null };

export function exportFigures(owner: AccountId, filter: AnecdoteFilter): RawBuilder<ExportFigures> {
  return sql<ExportFigures>`select count(*)::int4 as anecdotes, min(at) as first, max(at) as last
    from (${inOrderOfTime(owner, filter, { columns: sql`anecdote.at`, limit: ALL })}) as found`;
}

/** How many anecdotes an export contains, and the bytes of their texts. */
export function exportSize(
  owner: AccountId,
  filter: AnecdoteFilter,
): RawBuilder<{ readonly anecdotes: number; readonly bytes: number }> {
  const bytes = sql`octet_length(anecdote.description) + coalesce(octet_length(anecdote.location), 0)
    + coalesce(octet_length(anecdote.address), 0) + octet_length(array_to_string(anecdote.tags, ',')) as bytes`;
  return sql`select count(*)::int4 as anecdotes, coalesce(sum(bytes), 0)::float8 as bytes
    from (${inOrderOfTime(owner, filter, { columns: bytes, limit: ALL })}) as found`;
}
