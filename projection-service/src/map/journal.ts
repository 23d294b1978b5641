import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { inside } from '../anecdotes/place.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { viewTable } from '../db/view-table.ts';
import { MAX_POINTS, MAX_TAGS, type MapRows, type Overview, type PointRow, STRIPS } from './answer.ts';
import { type CellRow, countedCells } from './cells.ts';
import { lngAt, spotsIn } from './grid.ts';
import type { Viewport } from './viewport.ts';

/**
 * With more anecdotes than this in the cells of a viewport, those in the viewport itself are not counted, and the map
 * shows cells.
 */
const MAX_LOOKED_AT = 10 * MAX_POINTS;

/** The map of the whole journal of `owner`, from counters and indexes: a longer journal needs no more reads. */
export async function journalMap(db: ViewsDatabase, owner: AccountId, viewport: Viewport): Promise<MapRows> {
  const [overview, cells] = await Promise.all([overviewOf(db, owner), countedCells(db, owner, viewport)]);
  const count = cells.reduce((sum, cell) => sum + cell.count, 0);
  const points = count > MAX_LOOKED_AT ? null : await pointsIn(db, owner, viewport, cells);
  return { overview, points, cells };
}

/** The longitudes at which strips begin, and the end of the last one, which includes 180°. */
const stripEdges = [...Array.from({ length: STRIPS }, (_, strip) => lngAt(strip / STRIPS)), 181];

type OverviewRow = Omit<Overview, 'tags'> & { tags: Overview['tags'] | null };

async function overviewOf(db: ViewsDatabase, owner: AccountId): Promise<Overview> {
  const [journal, places] = [viewTable('journal'), viewTable('place_use')];
  const [tags, anecdotes] = [viewTable('place_tag'), viewTable('anecdote')];
  const latitude = (direction: RawBuilder<unknown>) =>
    sql`(select lat from ${places} where owner = ${owner} order by lat ${direction} limit 1)`;
  const longitude = (direction: RawBuilder<unknown>) => sql`(
    select lng from ${anecdotes}
    where owner = ${owner} and lng >= first and lng < behind order by lng ${direction} limit 1)`;
  const { rows } = await sql<OverviewRow>`
    select coalesce((select count from ${journal} where owner = ${owner}), 0) as total,
      coalesce((select sum(count)::int4 from ${tags} where owner = ${owner}), 0) as located,
      (select json_agg(top) from (
        select tag as name, count from ${tags} where owner = ${owner} and tag <> ''
        order by count desc, tag limit ${sql.lit(MAX_TAGS)}
      ) as top) as tags,
      coalesce(${latitude(sql`asc`)}, 0) as south, coalesce(${latitude(sql`desc`)}, 0) as north,
      coalesce((select json_agg(json_build_object('west', west, 'east', east) order by first) from (
        select first, ${longitude(sql`asc`)} as west, ${longitude(sql`desc`)} as east from (
          select lngs[strip] as first, lngs[strip + 1] as behind
          from (select ${stripEdges}::float8[]) as edges(lngs) cross join generate_series(1, ${sql.lit(STRIPS)}) as strip
        ) as strips
      ) as ends where west is not null), '[]') as strips ${fixedShape}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the query of the overview returned no row');
  return { ...row, tags: row.tags ?? [] };
}

/**
 * The anecdotes in the viewport, found by the cells they are in; null when there are too many. Offset and order make
 * the planner use the index of spots: it cannot know how few are in a range, and would go through all latitudes of the
 * box for each cell, or through the whole table.
 */
async function pointsIn(
  db: ViewsDatabase,
  owner: AccountId,
  { level, box }: Viewport,
  cells: readonly CellRow[],
): Promise<PointRow[] | null> {
  if (cells.length === 0) return [];
  const spots = cells.map(({ cell_column, cell_row }) => spotsIn(level, cell_column, cell_row));
  const places = viewTable('place_use');
  const { rows } = await sql<PointRow>`
    select place_use.anecdote as id, place_use.lat, place_use.lng, place_use.tag
    from unnest(${spots.map(([from]) => from)}::float8[], ${spots.map(([, before]) => before)}::float8[]) as cell(first, before)
    cross join lateral (
      select anecdote, lat, lng, tag from ${places} as place_use
      where owner = ${owner} and spot >= cell.first and spot < cell.before order by spot offset 0
    ) as place_use
    where ${inside('place_use', box)} limit ${sql.lit(MAX_POINTS + 1)} ${fixedShape}`.execute(db);
  return rows.length > MAX_POINTS ? null : rows;
}
