import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { matching } from '../anecdotes/filtering.ts';
import type { AnecdoteFilter } from '../anecdotes/parameters.ts';
import { inside, isAnywhere } from '../anecdotes/place.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { LIVE_SCHEMA } from '../projection/generation.ts';
import { MAX_POINTS, MAX_TAGS, type MapRows, type Overview, type PointRow, STRIP } from './answer.ts';
import { type CellRow, cellsOf } from './cells.ts';
import { latAt } from './grid.ts';
import type { Viewport } from './viewport.ts';

/** Area and strip are one number while rows are added up: the planner takes a group of more columns for too many. */
const STRIPS = sql.lit(360 / STRIP + 1);

type Row = Overview & { points: PointRow[] | null; cells: CellRow[] | null };

/**
 * The map of those anecdotes of `owner` that pass `filter`: one statement that reads them once and adds them up once, by
 * tag, strip and, in the viewport, area; all figures come from these sums.
 */
export async function filteredMap(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  viewport: Viewport,
): Promise<MapRows> {
  const { box } = viewport;
  const isShown = sql`area is not null and ${inside('matched', box)}`;
  const counted = sql`select area, tag, count from sums where area is not null`;
  const found = await sql<Row>`
    with matched as materialized (${matched(db, owner, filter, viewport)}),
    summed as materialized (
      select (coalesce(area, -1) + 1) * ${STRIPS} + floor((lng + 180) / ${sql.lit(STRIP)})::int8 as place, tag,
        count(*)::int4 as count, count(*) filter (where ${isShown})::int4 as shown,
        min(lat) as south, max(lat) as north, min(lng) as west, max(lng) as east
      from matched group by 1, 2
    ),
    sums as (
      select nullif(place / ${STRIPS} - 1, -1) as area, place % ${STRIPS} as strip, tag, count, shown,
        south, north, west, east
      from summed
    )
    select coalesce(sum(count), 0)::int4 as total, coalesce(sum(count) filter (where strip is not null), 0)::int4 as located,
      coalesce((select json_agg(top) from (
        select tag as name, sum(count)::int4 as count from sums where tag <> '' and strip is not null group by tag
        order by sum(count) desc, tag limit ${sql.lit(MAX_TAGS)}
      ) as top), '[]') as tags,
      coalesce(min(south), 0) as south, coalesce(max(north), 0) as north,
      coalesce((select json_agg(ends order by ends.west) from (
        select min(west) as west, max(east) as east from sums where strip is not null group by strip
      ) as ends), '[]') as strips,
      case when coalesce(sum(shown), 0) <= ${sql.lit(MAX_POINTS)} then coalesce(
        (select json_agg(point) from (select id, lat, lng, tag from matched where ${isShown}) as point), '[]'
      ) end as points,
      case when sum(shown) > ${sql.lit(MAX_POINTS)}
        then (select json_agg(cell) from (${cellsOf(counted, viewport)}) as cell) end as cells
    from sums`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new Error('there is no map');
  const { points, cells, ...overview } = row;
  return { overview, points, cells: cells ?? [] };
}

/**
 * The query of what passes `filter`: where it is, its first tag, and its area in the cells of the viewport. The index of
 * tags answers a filter that asks for tags and times only; these places are in a narrow table of their own.
 */
function matched(db: ViewsDatabase, owner: AccountId, filter: AnecdoteFilter, viewport: Viewport) {
  const ids = taggedIds(db, owner, filter);
  if (ids === undefined) {
    return db
      .selectFrom('anecdote')
      .select(['anecdote.id', 'lat', 'lng', sql<string>`coalesce(tags[1], '')`.as('tag'), areaOf(viewport).as('area')])
      .where(matching(owner, filter));
  }
  return sql`select used.id, lat, lng, tag, ${areaOf(viewport)} as area
    from (${ids}) as used
    left join ${sql.table(`${LIVE_SCHEMA}.place_use`)} as place on place.owner = ${owner} and place.anecdote = used.id`;
}

/** The query of the ids that pass `filter`, where it asks for tags and times only. */
function taggedIds(db: ViewsDatabase, owner: AccountId, { search, tags, period, place, chain }: AnecdoteFilter) {
  if (tags.length === 0 || search.query.length > 0 || !isAnywhere(place) || chain !== undefined) return undefined;
  let uses = db.selectFrom('tag_use').select('anecdote as id').where('owner', '=', owner);
  uses = uses.where('tag', '=', sql<string>`any(${[...tags]}::text[])`);
  if (period.from !== undefined) uses = uses.where(sql<boolean>`at >= ${period.from}::timestamptz`);
  if (period.before !== undefined) uses = uses.where(sql<boolean>`at < ${period.before}::timestamptz`);
  return tags.length === 1 ? uses : uses.distinct();
}

/** The area that a row's place is in, null for one in none of the viewport's cells; as `areaAt` has it. */
function areaOf({ areas, level, columns, rows }: Viewport): RawBuilder<string | null> {
  const [size, finer] = [2 ** areas, 2 ** (areas - level)];
  const [first, behind] = [rows.first * finer, (rows.last + 1) * finer];
  // The first and the last row reach the poles.
  const edges = Array.from({ length: behind - first + 1 }, (_, index) => -latAt((first + index) / size));
  if (first === 0) edges[0] = -90;
  if (behind === size) edges[edges.length - 1] = 91;
  const column = sql`least(floor((lng + 180) / 360 * ${sql.lit(size)}), ${sql.lit(size - 1)})::int4`;
  const row = sql`width_bucket(-lat, ${edges}::float8[])`;
  return sql`case when -lat >= ${edges[0]}::float8 and -lat < ${edges.at(-1)}::float8
      and ${column} >> ${sql.lit(areas - level)} = any(${columns}::int4[])
    then ${column}::int8 * ${sql.lit(size)} + ${sql.lit(first - 1)} + ${row} end`;
}
