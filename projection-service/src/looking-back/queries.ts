import {
  type AccountId,
  type AnecdoteView,
  type DayParameters,
  type DaysView,
  FIRST_DAY,
  LAST_DAY,
  type MemoriesView,
  type MemoryParameters,
  type MonthParameters,
  type RandomAnecdote,
  type RememberedDays,
  rememberedDays,
} from '@anecdotes/contracts';
import { sql } from 'kysely';
import { countBetween } from '../anecdotes/count.ts';
import { matching } from '../anecdotes/filtering.ts';
import { filterOf } from '../anecdotes/parameters.ts';
import { periodOf } from '../anecdotes/period.ts';
import { withStarts } from '../anecdotes/starts.ts';
import type { ViewRow } from '../anecdotes/table.ts';
import { viewColumnList, viewColumns, viewOf } from '../anecdotes/view.ts';
import { inKnownZone } from '../anecdotes/zone.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { viewTable } from '../db/view-table.ts';
import { localDay } from '../statistics/local-day.ts';
import { understood } from '../words/understood.ts';

const MAX_GROUPS = 10;
const MAX_OF_A_GROUP = 3;

/** The memories of `owner` for `date`, or else for today at `now`. */
export async function memoriesOf(
  db: ViewsDatabase,
  owner: AccountId,
  { date, time_zone = 'UTC' }: MemoryParameters,
  now: Date,
): Promise<MemoriesView> {
  const day = date ?? localDay(now.toISOString(), time_zone);
  const { years, first } = await inKnownZone(time_zone, (zone) => yearsOf(db, owner, zone));
  if (first === undefined) return { date: day, groups: [] };
  const dayGroups = rememberedDays(day, localDay(first.toISOString(), time_zone), years);
  const found = await anecdotesOn(db, owner, dayGroups, time_zone);
  const groups = dayGroups.flatMap(({ kind, ago, date }, index) => {
    const { anecdotes = [], total = 0 } = found.get(index) ?? {};
    return total === 0 ? [] : [{ kind, ago, date, anecdotes, total }];
  });
  return { date: day, groups };
}

type Remembered = ViewRow & { group: number; total: number };

/**
 * The first anecdotes of each group of days that has any, by the index of the group in `dayGroups`; only for the first
 * groups.
 */
async function anecdotesOn(
  db: ViewsDatabase,
  owner: AccountId,
  dayGroups: readonly RememberedDays[],
  timeZone: string,
): Promise<Map<number, { anecdotes: AnecdoteView[]; total: number }>> {
  const ranges = dayGroups.map((days) => instantsOf(days, timeZone));
  const [from, before] = [ranges.map((range) => range.from), ranges.map((range) => range.before)];
  const anecdotes = viewTable('anecdote');
  const total = countBetween(owner, sql`days."from"`, sql`days.before`);
  const { rows } = await sql<Remembered>`
    with counted as (
      select days."group", days."from", days.before, ${total} as total
      from unnest(${from}::timestamptz[], ${before}::timestamptz[]) with ordinality as days("from", before, "group")
    ), shown as (
      select * from counted where total > 0 order by "group" limit ${sql.lit(MAX_GROUPS)}
    )
    select shown."group"::int4 - 1 as "group", shown.total, found.*
    from shown cross join lateral (
      select ${viewColumnList} from ${anecdotes}
      where owner = ${owner} and at >= shown."from" and at < shown.before
      order by at, id limit ${sql.lit(MAX_OF_A_GROUP)}
    ) as found
    order by shown."group", found.at, found.id ${fixedShape}`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ group }) => group)].map(([group, members]) => [
      group,
      { anecdotes: members.map((row) => viewOf(row, owner)), total: members[0]?.total ?? 0 },
    ]),
  );
}

/** The instants at which days begin and end. */
function instantsOf(days: { from: string; to: string }, timeZone: string): { from: string; before: string } {
  const { from = '-infinity', before = 'infinity' } = periodOf(days.from, days.to, timeZone);
  return { from, before };
}

/** How many anecdotes of `owner` each day of a year has; by default of the current year at `now`. */
export async function daysOfYear(
  db: ViewsDatabase,
  owner: AccountId,
  { year: requestedYear, time_zone = 'UTC' }: DayParameters,
  now: Date,
): Promise<DaysView> {
  const year = requestedYear ?? Number(localDay(now.toISOString(), time_zone).slice(0, 4));
  const name = String(year).padStart(4, '0');
  const { from, before } = instantsOf({ from: `${name}-01-01`, to: `${name}-12-31` }, time_zone);
  const counted = inKnownZone(time_zone, (zone) =>
    sql<{ day: string; count: number }>`
      select to_char(day, 'YYYY-MM-DD') as day, count(*)::int4 as count
      from (
        select least(greatest((at at time zone ${zone})::date, ${FIRST_DAY}::date), ${LAST_DAY}::date) as day
        from ${viewTable('anecdote')}
        where owner = ${owner} and at >= ${from}::timestamptz and at < ${before}::timestamptz
      ) as local
      group by local.day order by local.day ${fixedShape}`.execute(db),
  );
  const [{ rows: days }, { years }] = await Promise.all([
    counted,
    inKnownZone(time_zone, (zone) => yearsOf(db, owner, zone)),
  ]);
  return { year, days, years };
}

/** The years that have anecdotes, newest first, and the time of the first anecdote. */
async function yearsOf(
  db: ViewsDatabase,
  owner: AccountId,
  zone: string,
): Promise<{ years: number[]; first: Date | undefined }> {
  const { rows } = await sql<{ year: number; first: Date }>`
    ${withStarts('year', owner, zone)}
    select least(9999, greatest(1, extract(year from start)))::int4 as year,
      (select at from ${viewTable('anecdote')} where owner = ${owner} order by at limit 1) as first
    from period where start is not null order by start desc ${fixedShape}`.execute(db);
  return { years: [...new Set(rows.map(({ year }) => year))], first: rows[0]?.first };
}

/** A random anecdote of `owner` that passes the filter, each with the same probability; null when none does. */
export async function randomAnecdote(
  db: ViewsDatabase,
  owner: AccountId,
  parameters: MonthParameters,
): Promise<RandomAnecdote> {
  const filter = await understood(db, owner, filterOf(parameters));
  const drawn = db
    .selectFrom('anecdote')
    .select('anecdote.id')
    .where(matching(owner, filter))
    .orderBy(sql`random()`)
    .limit(1);
  const row = await db.selectFrom('anecdote').select(viewColumns).where('id', '=', drawn).executeTakeFirst();
  return row === undefined ? null : viewOf(row, owner);
}
