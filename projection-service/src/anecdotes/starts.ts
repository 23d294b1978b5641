import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { viewTable } from '../db/view-table.ts';

/**
 * Table expression `period`: the local time `start` at which each month or year begins that has anecdotes of `owner`, the
 * newest first, and a last row with null. Jumps from one to the next in the index of times, so that no row is read.
 * Where clocks are set back across the first midnight of one, that hour counts for the one before.
 */
export function withStarts(unit: 'month' | 'year', owner: AccountId, zone: string): RawBuilder<unknown> {
  const anecdotes = viewTable('anecdote');
  const [field, length] = [sql.lit(unit), sql.lit(`1 ${unit}`)];
  return sql`
    with recursive period as (
      (select date_trunc(${field}, at at time zone ${zone}) as start
       from ${anecdotes} where owner = ${owner} order by at desc limit 1)
      union all
      select (
        select least(date_trunc(${field}, at at time zone ${zone}), period.start - interval ${length})
        from ${anecdotes} where owner = ${owner} and at < period.start at time zone ${zone} order by at desc limit 1
      ) from period where period.start is not null
    )`;
}
