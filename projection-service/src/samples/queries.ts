import { type AccountId, limits, RESTORE_PERIOD_MS, type SamplesView } from '@anecdotes/contracts';
import { sql } from 'kysely';
import { countAll } from '../anecdotes/count.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { rowCount } from '../db/row-count.ts';

/** The samples in the journal of `owner`, and the last removal that can be undone at `now`. */
export async function samplesOf(db: ViewsDatabase, owner: AccountId, now: Date): Promise<SamplesView> {
  const [live, total, removal] = await Promise.all([
    liveSamples(db, owner),
    countAll(db, owner),
    lastRemoval(db, owner, now),
  ]);
  return { ...live, others: Math.max(0, total - live.count), removal };
}

async function liveSamples(db: ViewsDatabase, owner: AccountId): Promise<Pick<SamplesView, 'count' | 'ids'>> {
  const live = db.selectFrom('sample').where('owner', '=', owner).where('deleted_at', 'is', null);
  const [counted, rows] = await Promise.all([
    live.select(rowCount).executeTakeFirstOrThrow(),
    live.select('id').orderBy('id').limit(limits.batch).execute(),
  ]);
  return { count: counted.count, ids: rows.map(({ id }) => id) };
}

async function lastRemoval(db: ViewsDatabase, owner: AccountId, now: Date): Promise<SamplesView['removal']> {
  const since = new Date(now.getTime() - RESTORE_PERIOD_MS).toISOString();
  const removed = db
    .selectFrom('sample')
    .where('owner', '=', owner)
    .where('removal', 'is not', null)
    .where(sql<boolean>`deleted_at >= ${since}::timestamptz`);
  const last = await removed
    .select(['removal', rowCount, sql<Date>`max(deleted_at)`.as('at')])
    .groupBy('removal')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined || last.removal === null) return null;
  const rows = await removed
    .select('id')
    .where('removal', '=', last.removal)
    .orderBy('id')
    .limit(limits.batch)
    .execute();
  return { id: last.removal, at: last.at.toISOString(), count: last.count, ids: rows.map(({ id }) => id) };
}
