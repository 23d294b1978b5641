import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { journalLength } from '../anecdotes/count.ts';
import { inside } from '../anecdotes/place.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { viewTable } from '../db/view-table.ts';
import { MAX_POINTS, MAX_TAGS, type MapRows, type Overview, type PointRow, STRIPS } from './answer.ts';
import { type CellRow, cellsOf, countedAreas } from './cells.ts';
import { lngAt, SPOT_LEVEL, spotsIn } from './grid.ts';
import type { Viewport } from './viewport.ts';

/**
 * With more anecdotes than this in the cells of a viewport, those in the viewport itself are not counted, and the map
 * shows cells.
 */
const MAX_LOOKED_AT = 10 * MAX_POINTS;

/** The longitudes at which strips begin, and the end of the last one, which includes 180°. */
const stripEdges = [...Array.from({ length: STRIPS }, (_, strip) => lngAt(strip / STRIPS)), 181];

type Row = Omit<Overview, 'tags'> & {
  tags: Overview['tags'] | null;
  points: PointRow[] | null;
  cells: CellRow[] | null;
};

/**
 * The map of the whole journal of `owner`, from counters and indexes: a longer journal needs no more reads. It is one
 * statement, so that its parts fit together.
 */
export async function journalMap(db: ViewsDatabase, owner: AccountId, viewport: Viewport): Promise<MapRows> {
  const { rows } = await sql<Row>`
    with counted as materialized (${countedAreas(owner, viewport)}),
    cell as materialized (${cellCounts(viewport)}),
    shown as materialized (
      select case when not (select ${isCrowded(viewport)} from cell) then (
        select case when count(*) <= ${sql.lit(MAX_POINTS)} then coalesce(json_agg(point), '[]') end
        from (${pointsIn(owner, viewport)}) as point
      ) end as points
    )
    select ${overviewOf(owner)}, points, case when points is null then (
      select json_agg(cell) from (${cellsOf(sql`select * from counted`, viewport)}) as cell
    ) end as cells
    from shown ${fixedShape}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the query of the map returned no row');
  const { points, cells, ...overview } = row;
  return { overview: { ...overview, tags: overview.tags ?? [] }, points, cells: cells ?? [] };
}

/** The columns of the overview. */
function overviewOf(owner: AccountId): RawBuilder<unknown> {
  const [places, tags, anecdotes] = [viewTable('place_use'), viewTable('place_tag'), viewTable('anecdote')];
  const latitude = (direction: RawBuilder<unknown>) =>
    sql`(select lat from ${places} where owner = ${owner} order by lat ${direction} limit 1)`;
  const longitude = (direction: RawBuilder<unknown>) => sql`(
    select lng from ${anecdotes}
    where owner = ${owner} and lng >= first and lng < behind order by lng ${direction} limit 1)`;
  return sql`
    ${journalLength(owner)} as total,
    coalesce((select sum(count)::int4 from ${tags} where owner = ${owner}), 0) as located,
    (select json_agg(top) from (
      select tag as name, count from ${tags} where owner = ${owner} and tag <> ''
      order by count desc, tag limit ${sql.lit(MAX_TAGS)}
    ) as top) as tags,
    coalesce(${latitude(sql`asc`)}, 0) as south, coalesce(${latitude(sql`desc`)}, 0) as north,
    coalesce((select json_agg(json_build_object('west', west, 'east', ${longitude(sql`desc`)}) order by first) from (
      select first, behind, ${longitude(sql`asc`)} as west from (
        select lngs[strip] as first, lngs[strip + 1] as behind
        from (select ${stripEdges}::float8[]) as edges(lngs) cross join generate_series(1, ${sql.lit(STRIPS)}) as strip
      ) as strips offset 0
    ) as ends where west is not null), '[]') as strips`;
}

/** The query of the number of anecdotes in each cell of `counted`. */
function cellCounts({ areas, level }: Viewport): RawBuilder<unknown> {
  return sql`
    select (area::int8 >> ${sql.lit(2 * areas - level)})::int4 as cell_column,
      ((area::int8 & ${sql.lit(2 ** areas - 1)}) >> ${sql.lit(areas - level)})::int4 as cell_row, sum(count) as count
    from counted group by 1, 2`;
}

/** Whether a map of `cell` shows no points, without a look at them: cells between others are wholly in the viewport. */
function isCrowded({ columns, rows }: Viewport): RawBuilder<boolean> {
  const inner = columns.filter((column) => columns.includes(column - 1) && columns.includes(column + 1));
  return sql`coalesce(sum(count) > ${sql.lit(MAX_LOOKED_AT)} or sum(count) filter (
    where cell_column = any(${inner}::int4[]) and cell_row > ${rows.first}::int4 and cell_row < ${rows.last}::int4
  ) > ${sql.lit(MAX_POINTS)}, false)`;
}

/**
 * The query of the anecdotes in the viewport, at most one more than a map shows, found by the cells in `cell`. Offset
 * and order make the planner use the index of spots: it cannot know how few are in a range, and would go through all
 * latitudes of the box for each cell, or through the whole table.
 */
function pointsIn(owner: AccountId, { level, box, columns, rows }: Viewport): RawBuilder<PointRow> {
  const places = viewTable('place_use');
  const height = rows.last - rows.first + 1;
  const rowSpots = Array.from({ length: height }, (_, index) => spotsIn(level, 0, rows.first + index)[0]);
  const columnSpots = columns.map((column) => spotsIn(level, column, 0)[0]);
  const size = sql.lit(4 ** (SPOT_LEVEL - level));
  return sql`
    select place_use.anecdote as id, place_use.lat, place_use.lng, place_use.tag
    from cell
    join unnest(${columns}::int4[], ${columnSpots}::float8[]) as of_column(cell_column, spot) using (cell_column)
    cross join lateral (
      select of_column.spot + (${rowSpots}::float8[])[cell_row - ${rows.first}::int4 + 1] as first
    ) as start
    cross join lateral (
      select anecdote, lat, lng, tag from ${places} as place_use
      where owner = ${owner} and spot >= start.first and spot < start.first + ${size} order by spot offset 0
    ) as place_use
    where ${inside('place_use', box)} limit ${sql.lit(MAX_POINTS + 1)}`;
}
