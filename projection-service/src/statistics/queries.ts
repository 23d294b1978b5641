import type { AccountId, Statistics } from '@anecdotes/contracts';
import { sql } from 'kysely';
import { journalLength } from '../anecdotes/count.ts';
import { iso } from '../anecdotes/period.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { viewTable } from '../db/view-table.ts';
import { topTags } from '../tags/queries.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** A year in full weeks, as the heat strip shows it. */
const DAYS = 371;
const TOP_TAGS = 5;
/** An anecdote that happens now may have the time of a clock that is ahead of this one. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** The dashboard's figures about the journal of `owner` at `now`, from one statement, so that they fit together. */
export async function statisticsOf(db: ViewsDatabase, owner: AccountId, now: Date): Promise<Statistics> {
  const instant = (offset: number) => iso(now.getTime() + offset);
  // In some time zones it is already tomorrow.
  const { rows } = await sql<Statistics>`
    select ${journalLength(owner)} as total_anecdotes,
      (select count(*)::int4 from ${viewTable('anecdote')} where owner = ${owner}
        and at >= ${instant(-WEEK_MS)}::timestamptz and at <= ${instant(CLOCK_SKEW_MS)}::timestamptz) as this_week,
      (select count(*)::int4 from ${viewTable('tag')} where owner = ${owner}) as unique_tags,
      ${topTags(owner, TOP_TAGS)} as top_tags,
      coalesce((
        select json_agg(json_build_object('day', day::text, 'count', count) order by day) from ${viewTable('day')}
        where owner = ${owner} and day > ${instant(-DAYS * DAY_MS)}::date and day <= ${instant(DAY_MS)}::date
      ), '[]') as days ${fixedShape}`.execute(db);
  const [figures] = rows;
  if (figures === undefined) throw new Error('the query of the figures returned no row');
  return figures;
}
