import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { inOrderOfTime } from '../anecdotes/in-order-of-time.ts';
import type { AnecdoteFilter } from '../anecdotes/parameters.ts';
import { isUnfiltered } from '../anecdotes/parameters.ts';
import { viewColumns } from '../anecdotes/view.ts';
import { LIVE_SCHEMA } from '../projection/generation.ts';

/** How much of a parent's text names it. */
const NAMING_LENGTH = 120;
/** More than a journal holds. */
const ALL = 1_000_000_000;

const columns = viewColumns.filter((column) => !/\.(?:at|created_at|updated_at|same_here|revision)$/.test(column));

/**
 * The anecdotes of `owner` that pass `filter`, oldest first, each as one JSON text for `exportRowOf`: so they are handed
 * on to another thread without being read.
 */
export function exportedRows(owner: AccountId, filter: AnecdoteFilter): RawBuilder<{ row: string }> {
  const all = isUnfiltered(filter);
  const found = inOrderOfTime(owner, filter, { columns: sql`anecdote.*`, order: 'asc', limit: ALL });
  const chosen = all ? sql.table(`${LIVE_SCHEMA}.anecdote`) : sql`chosen`;
  return sql`${all ? sql`` : sql`with chosen as materialized (${found})`}
    select row_to_json(exported)::text as row from (
      select ${sql.join(columns.map((column) => sql.ref(column)))},
        ${milliseconds('anecdote.at')} as at, ${milliseconds('anecdote.created_at')} as created_at,
        ${milliseconds('anecdote.updated_at')} as updated_at, ${milliseconds('parent.at')} as parent_at,
        ${owner} = any(anecdote.same_here) as same_here,
        creation.channel, creation.operation_kind, parent.time_zone as parent_zone,
        left(parent.description, ${sql.lit(NAMING_LENGTH)}) as parent_text
      from ${chosen} as anecdote
      left join ${chosen} as parent on parent.id = anecdote.connected_to and parent.owner = ${owner}
      left join ${sql.table(`${LIVE_SCHEMA}.history`)} as creation
        on creation.about = anecdote.id and creation.account = ${owner} and creation.type = 'AnecdoteCreated'
      where anecdote.owner = ${owner}
      order by anecdote.at, anecdote.id
    ) as exported`;
}

function milliseconds(column: string): RawBuilder<number> {
  return sql`(extract(epoch from ${sql.ref(column)}) * 1000)::int8`;
}

/** The figures of an export: how many anecdotes, from when to when, and the bytes of what was written in them. */
export type ExportFigures = {
  readonly anecdotes: number;
  readonly first: Date | null;
  readonly last: Date | null;
  readonly bytes: number;
};

export function exportFigures(owner: AccountId, filter: AnecdoteFilter): RawBuilder<ExportFigures> {
  const columns = sql`anecdote.at, octet_length(anecdote.description) + coalesce(octet_length(anecdote.location), 0)
    + coalesce(octet_length(anecdote.address), 0) + octet_length(array_to_string(anecdote.tags, ',')) as bytes`;
  return sql<ExportFigures>`
    select count(*)::int4 as anecdotes, min(at) as first, max(at) as last, coalesce(sum(bytes), 0)::float8 as bytes
    from (${inOrderOfTime(owner, filter, { columns, limit: ALL })}) as found`;
}
