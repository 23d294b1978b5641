import { type AccountId, limits, RESTORE_PERIOD_MS, type SamplesView } from '@anecdotes/contracts';
import { sql } from 'kysely';
import { journalLength } from '../anecdotes/count.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { viewTable } from '../db/view-table.ts';

type Row = Omit<SamplesView, 'others'> & { readonly total: number };

/**
 * The samples in the journal of `owner`, and the last removal that can be undone at `now`; from one statement, so that
 * all numbers fit together.
 */
export async function samplesOf(db: ViewsDatabase, owner: AccountId, now: Date): Promise<SamplesView> {
  const since = new Date(now.getTime() - RESTORE_PERIOD_MS).toISOString();
  const [samples, most] = [viewTable('sample'), sql.lit(limits.batch)];
  const { rows } = await sql<Row>`
    with live as (
      select id from ${samples} where owner = ${owner} and deleted_at is null
    ), removed as (
      select id, removal, deleted_at from ${samples}
      where owner = ${owner} and removal is not null and deleted_at >= ${since}::timestamptz
    ), last as (
      select removal, count(*)::int4 as count, max(deleted_at) as at from removed group by removal order by at desc limit 1
    )
    select (select count(*)::int4 from live) as count, array(select id from live order by id limit ${most}) as ids,
      ${journalLength(owner)} as total,
      (select json_build_object('id', removal, 'at', at, 'count', count, 'ids', array(
        select id from removed where removed.removal = last.removal order by id limit ${most}
      )) from last) as removal ${fixedShape}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the query of the samples returned no row');
  const { count, ids, total, removal } = row;
  return {
    ...{ count, ids, others: Math.max(0, total - count) },
    removal: removal && { ...removal, at: new Date(removal.at).toISOString() },
  };
}
