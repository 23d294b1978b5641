import type { AccountId, Statistics } from '@anecdotes/contracts';
import { sql } from 'kysely';
import { countAll } from '../anecdotes/count.ts';
import { iso } from '../anecdotes/period.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { rowCount } from '../db/row-count.ts';
import { topTags } from '../tags/queries.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** A year in full weeks, as the heat strip shows it. */
const DAYS = 371;
const TOP_TAGS = 5;
/** An anecdote that happens now may have the time of a clock that is ahead of this one. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** The dashboard's figures about the journal of `owner` at `now`. */
export async function statisticsOf(db: ViewsDatabase, owner: AccountId, now: Date): Promise<Statistics> {
  const instant = (offset: number) => iso(now.getTime() + offset);
  const week = db
    .selectFrom('anecdote')
    .select(rowCount)
    .where('owner', '=', owner)
    .where(sql<boolean>`at >= ${instant(-WEEK_MS)}::timestamptz and at <= ${instant(CLOCK_SKEW_MS)}::timestamptz`)
    .modifyEnd(fixedShape)
    .executeTakeFirstOrThrow();
  const tags = db
    .selectFrom('tag')
    .select(rowCount)
    .where('owner', '=', owner)
    .modifyEnd(fixedShape)
    .executeTakeFirstOrThrow();
  // In some time zones it is already tomorrow.
  const days = db
    .selectFrom('day')
    .select([sql<string>`day::text`.as('day'), 'count'])
    .where('owner', '=', owner)
    .where(sql<boolean>`day > ${instant(-DAYS * DAY_MS)}::date and day <= ${instant(DAY_MS)}::date`)
    .orderBy('day')
    .modifyEnd(fixedShape)
    .execute();
  const [total, thisWeek, uniqueTags, top, counts] = await Promise.all([
    countAll(db, owner),
    week,
    tags,
    topTags(db, owner, TOP_TAGS),
    days,
  ]);
  return {
    total_anecdotes: total,
    this_week: thisWeek.count,
    unique_tags: uniqueTags.count,
    top_tags: top,
    days: counts,
  };
}
