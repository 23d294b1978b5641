import type { AccountId, JournalAnecdote, Operation, Origin } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { inOrderOfTime } from '../anecdotes/in-order-of-time.ts';
import type { AnecdoteFilter } from '../anecdotes/parameters.ts';
import { isUnfiltered } from '../anecdotes/parameters.ts';
import { contentOf, type ViewRow } from '../anecdotes/table.ts';
import { viewColumns } from '../anecdotes/view.ts';
import { LIVE_SCHEMA } from '../projection/generation.ts';

/** How much of a parent's text names it. */
const NAMING_LENGTH = 120;
/** More than a journal holds. */
const ALL = 1_000_000_000;

/** An anecdote with what tells where it came from, and what names its parent where that is exported too. */
export type ExportRow = ViewRow & {
  readonly channel: Origin['channel'] | null;
  readonly operation_kind: Operation['kind'] | null;
  readonly parent_at: Date | null;
  readonly parent_zone: string | null;
  readonly parent_text: string | null;
};

/** The anecdotes of `owner` that pass `filter`, oldest first. */
export function exportedRows(owner: AccountId, filter: AnecdoteFilter): RawBuilder<ExportRow> {
  const all = isUnfiltered(filter);
  const found = inOrderOfTime(owner, filter, { columns: sql`anecdote.*`, order: 'asc', limit: ALL });
  const chosen = all ? sql.table(`${LIVE_SCHEMA}.anecdote`) : sql`chosen`;
  return sql<ExportRow>`${all ? sql`` : sql`with chosen as materialized (${found})`}
    select ${sql.join(viewColumns.map((column) => sql.ref(column)))},
      creation.channel, creation.operation_kind,
      parent.at as parent_at, parent.time_zone as parent_zone,
      left(parent.description, ${sql.lit(NAMING_LENGTH)}) as parent_text
    from ${chosen} as anecdote
    left join ${chosen} as parent on parent.id = anecdote.connected_to and parent.owner = ${owner}
    left join ${sql.table(`${LIVE_SCHEMA}.history`)} as creation
      on creation.about = anecdote.id and creation.account = ${owner} and creation.type = 'AnecdoteCreated'
    where anecdote.owner = ${owner}
    order by anecdote.at, anecdote.id`;
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

/** The anecdote as a journal file holds it. */
export function journalAnecdoteOf(row: ExportRow, owner: AccountId): JournalAnecdote {
  return {
    id: row.id,
    ...contentOf(row),
    connected_to: row.connected_to,
    same_here: row.same_here.includes(owner),
    recorded: {
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      channel: row.channel ?? 'system',
      operation: row.operation_kind,
    },
  };
}
