import type { AccountId } from '@anecdotes/contracts';
import { sql } from 'kysely';
import type { ViewsDatabase } from '../db/database.ts';
import { matching } from './filtering.ts';
import type { AnecdoteFilter } from './parameters.ts';

/** So many hits of a search are counted and ranked: to look at all of them would take longer the more there are. */
export const MAX_COUNTED = 1_000;

/** How many anecdotes pass, as a page tells it; `isCapped` when a search has more hits than were counted. */
export type HitCount = { totalCount: number; isCapped?: true };

/** `found` hits, when one more than `most` were looked for. */
export function hitCount(found: number, most = MAX_COUNTED): HitCount {
  return found > most ? { totalCount: most, isCapped: true } : { totalCount: found };
}

/** How many anecdotes of `owner` pass `filter`; of a search `most` are counted. */
export async function countMatching(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  most = MAX_COUNTED,
): Promise<HitCount> {
  const isBounded = filter.search.query.length > 0 && most < Number.POSITIVE_INFINITY;
  const matched = db
    .selectFrom('anecdote')
    .select('anecdote.id')
    .where(matching(owner, filter))
    // In an order that has an index, so that a few are found without reading what others wrote.
    .$if(isBounded, (bounded) => bounded.orderBy('anecdote.at', 'desc').limit(sql.lit(most + 1)));
  const { count } = await db
    .selectFrom(matched.as('matched'))
    .select(sql<number>`count(*)::int4`.as('count'))
    .executeTakeFirstOrThrow();
  return isBounded ? hitCount(count, most) : { totalCount: count };
}
