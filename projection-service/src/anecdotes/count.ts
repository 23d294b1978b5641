import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { viewTable } from '../db/view-table.ts';
import { matching } from './filtering.ts';
import { inOrderOfTime } from './in-order-of-time.ts';
import { type AnecdoteFilter, isUnfiltered } from './parameters.ts';

/**
 * Only this many hits of a search are counted and ranked: with all of them, a search would take longer the more there
 * are.
 */
export const MAX_COUNTED = 1_000;

/** How many anecdotes pass, as a page reports it; `isCapped` when a search has more hits than were counted. */
export type HitCount = { totalCount: number; isCapped?: true };

/** The count of a search that looked for one hit more than `most` and found `found`. */
export function hitCount(found: number, most = MAX_COUNTED): HitCount {
  return found > most ? { totalCount: most, isCapped: true } : { totalCount: found };
}

/** How many hits the search in `filter` has among the anecdotes of `owner`, counted up to `most`. */
export async function countHits(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  most = MAX_COUNTED,
): Promise<HitCount> {
  // In an order that has an index, so that few hits are found without reading the anecdotes of others.
  const found = inOrderOfTime(owner, filter, { columns: sql`anecdote.id`, limit: most + 1 });
  const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from (${found}) as found`.execute(db);
  return hitCount(rows[0]?.count ?? 0, most);
}

/** How many anecdotes of `owner` pass `filter`; all hits of a search are counted. */
export async function countPassing(db: ViewsDatabase, owner: AccountId, filter: AnecdoteFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${passingCount(owner, filter)} as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The same as part of a query. */
export function passingCount(owner: AccountId, filter: AnecdoteFilter): RawBuilder<number> {
  if (isUnfiltered(filter)) return journalLength(owner);
  return sql`(select count(*)::int4 from ${viewTable('anecdote')} as anecdote where ${matching(owner, filter)})`;
}

/** How many anecdotes the journal of `owner` has, from a counter. */
export async function countAll(db: ViewsDatabase, owner: AccountId): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${journalLength(owner)} as count ${fixedShape}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The same as part of a query. */
export function journalLength(owner: AccountId): RawBuilder<number> {
  return sql`coalesce((select count from ${viewTable('journal')} where owner = ${owner}), 0)`;
}

/**
 * How many anecdotes of `owner` happened from an instant until before another one, as part of a query. The order makes
 * the planner count them in the index of times. Without it, in a journal that has grown since its statistics were
 * taken, it would read the whole journal for each period.
 */
export function countBetween(owner: AccountId, from: RawBuilder<unknown>, before: RawBuilder<unknown>) {
  return sql<number>`(
    select count(*)::int4 from (
      select from ${viewTable('anecdote')} where owner = ${owner} and at >= ${from} and at < ${before} order by at offset 0
    ) as counted)`;
}
