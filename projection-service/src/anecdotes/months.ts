import { type AccountId, type AnecdoteMonth, FIRST_DAY, LAST_DAY, type MonthParameters } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { rowCount } from '../db/row-count.ts';
import { understood } from '../words/understood.ts';
import { countBetween } from './count.ts';
import { matching } from './filtering.ts';
import { type AnecdoteFilter, filterOf, isUnfiltered } from './parameters.ts';
import { withStarts } from './starts.ts';
import { inKnownZone } from './zone.ts';

/**
 * How many anecdotes of `owner` pass the filter in each calendar month of the requested time zone, the newest month
 * first.
 */
export async function monthsOfAnecdotes(
  db: ViewsDatabase,
  owner: AccountId,
  parameters: MonthParameters,
): Promise<AnecdoteMonth[]> {
  const filter = await understood(db, owner, filterOf(parameters));
  return inKnownZone(parameters.time_zone ?? 'UTC', (zone) =>
    isUnfiltered(filter) ? monthsOfJournal(db, owner, zone) : monthsMatching(db, owner, filter, zone),
  );
}

/** For the whole journal: counts the entries of each month in the index of times, so that no row is read. */
async function monthsOfJournal(db: ViewsDatabase, owner: AccountId, zone: string): Promise<AnecdoteMonth[]> {
  const [from, before] = [sql`start at time zone ${zone}`, sql`(start + interval '1 month') at time zone ${zone}`];
  const { rows } = await sql<AnecdoteMonth>`
    ${withStarts('month', owner, zone)}
    select ${nameOf('period.start')} as month, sum(${countBetween(owner, from, before)})::int4 as count
    from period where start is not null group by 1 order by 1 desc ${fixedShape}`.execute(db);
  return rows;
}

function monthsMatching(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  zone: string,
): Promise<AnecdoteMonth[]> {
  return db
    .with('local', (cte) =>
      cte
        .selectFrom('anecdote')
        .select(sql<Date>`date_trunc('month', anecdote.at at time zone ${zone})`.as('month'))
        .where(matching(owner, filter)),
    )
    .selectFrom('local')
    .select([nameOf('local.month').as('month'), rowCount])
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`)
    .execute();
}

/** A month as text (YYYY-MM). What a zone has outside of the years 1 to 9999 counts for the first or last month. */
function nameOf(month: 'period.start' | 'local.month'): RawBuilder<string> {
  const [first, last] = [sql.lit(FIRST_DAY), sql.lit(LAST_DAY)];
  return sql<string>`to_char(least(greatest(${sql.ref(month)}, ${first}::timestamp), ${last}::timestamp), 'YYYY-MM')`;
}
