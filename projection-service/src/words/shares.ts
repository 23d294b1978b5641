import type { AccountId } from '@anecdotes/contracts';
import { sql } from 'kysely';
import { containing } from '../anecdotes/search-text.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { viewTable } from '../db/view-table.ts';
import { UNLISTED } from './indexed.ts';

/** How many of the newest anecdotes are sampled to estimate how many contain a phrase. */
const SAMPLE = 300;

/**
 * How many anecdotes there are, how many have words that are not listed, and which share of all contains each phrase.
 */
export type Shares = {
  readonly total: number;
  readonly unlisted: number;
  readonly phrases: ReadonlyMap<string, number>;
};

/** Counts and estimates for the journal of `owner`, from which the cost of a lookup is estimated. */
export async function sharesIn(db: ViewsDatabase, owner: AccountId, phrases: readonly string[]): Promise<Shares> {
  const counts = phrases.map((phrase) => sql`(count(*) filter (where search_text like ${containing(phrase)}))::int4`);
  const sampled =
    counts.length === 0
      ? sql`null`
      : sql`(select array[${sql.join(counts)}] from (
          select search_text from ${viewTable('anecdote')} where owner = ${owner} order by at desc limit ${sql.lit(SAMPLE)}
        ) as newest)`;
  const { rows } = await sql<{ total: number | null; unlisted: number | null; sampled: number[] | null }>`
    select (select count from ${viewTable('journal')} where owner = ${owner}) as total,
      (select count from ${viewTable('word')} where owner = ${owner} and word = ${UNLISTED}) as unlisted,
      ${sampled} as sampled`.execute(db);
  const [{ total, unlisted, sampled: having } = { total: null, unlisted: null, sampled: null }] = rows;
  const read = Math.max(1, Math.min(SAMPLE, total ?? 0));
  // A phrase that none of the sampled anecdotes contains may still be in a few others.
  const shares = phrases.map((phrase, index) => [phrase, Math.max(0.5, having?.[index] ?? 0) / read] as const);
  return { total: total ?? 0, unlisted: unlisted ?? 0, phrases: new Map(shares) };
}
