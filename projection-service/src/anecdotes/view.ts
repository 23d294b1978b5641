import type { AccountId, AnecdoteView } from '@anecdotes/contracts';
import { sql } from 'kysely';
import { anecdoteTable, contentOf, type ViewRow } from './table.ts';

const unseen: ReadonlySet<string> = new Set(['owner', 'search_text', 'search_address']);

/** The columns that a view shows. */
export const viewColumns = Object.keys(anecdoteTable.columns)
  .filter((column): column is keyof ViewRow => !unseen.has(column))
  .map((column) => `anecdote.${column}` as const);

/** The same as a list in SQL. */
export const viewColumnList = sql.join(viewColumns.map((column) => sql.ref(column)));

/** The anecdote as `viewer` sees it. */
export function viewOf(row: ViewRow, viewer: AccountId): AnecdoteView {
  return {
    id: row.id,
    ...contentOf(row),
    connected_to: row.connected_to,
    reaction_count: row.same_here.length,
    user_reacted: row.same_here.includes(viewer),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    revision: row.revision,
  };
}
