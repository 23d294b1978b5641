import type { AccountId } from '@anecdotes/contracts';
import { sql } from 'kysely';
import { matching } from '../anecdotes/filtering.ts';
import type { AnecdoteFilter } from '../anecdotes/parameters.ts';
import { inside } from '../anecdotes/place.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { LIVE_SCHEMA } from '../projection/generation.ts';
import { MAX_POINTS, MAX_TAGS, type MapRows, type Overview, type PointRow, STRIP } from './answer.ts';
import { type CellRow, cellsOf } from './cells.ts';
import type { Viewport } from './viewport.ts';

type Row = Overview & { points: PointRow[]; cells: CellRow[] | null };

/** The map of those anecdotes of `owner` that pass `filter`: one statement that reads them once. */
export async function filteredMap(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  viewport: Viewport,
): Promise<MapRows> {
  const { box, areas, level, columns, rows } = viewport;
  const matched = db.selectFrom('anecdote').select('anecdote.id').where(matching(owner, filter));
  const places = sql.table(`${LIVE_SCHEMA}.place_use`);
  const [area, height, finer] = [sql.ref(`area_${areas}`), sql.lit(2 ** areas), sql.lit(2 ** (areas - level))];
  const counted = sql`
    select ${area} as area, tag, count(*)::int4 as count from place_use
    where (${area}::int8 / ${height} / ${finer})::int4 = any(${columns}::int4[])
      and ${area}::int8 % ${height} / ${finer} between ${rows.first}::int8 and ${rows.last}::int8
    group by 1, 2`;
  const found = await sql<Row>`
    with matched as materialized (${matched}),
    place_use as materialized (select place.* from matched join ${places} as place on place.anecdote = matched.id),
    shown as materialized (
      select anecdote as id, lat, lng, tag from place_use
      where ${inside('place_use', box)} limit ${sql.lit(MAX_POINTS + 1)}
    )
    select (select count(*)::int4 from matched) as total, (select count(*)::int4 from place_use) as located,
      coalesce((select json_agg(top) from (
        select tag as name, count(*) as count from place_use where tag <> '' group by tag
        order by count(*) desc, tag limit ${sql.lit(MAX_TAGS)}
      ) as top), '[]') as tags,
      coalesce((select min(lat) from place_use), 0) as south, coalesce((select max(lat) from place_use), 0) as north,
      coalesce((select json_agg(strip order by strip.west) from (
        select min(lng) as west, max(lng) as east from place_use group by floor((lng + 180) / ${sql.lit(STRIP)})
      ) as strip), '[]') as strips,
      coalesce((select json_agg(shown) from shown), '[]') as points,
      case when (select count(*) from shown) > ${sql.lit(MAX_POINTS)}
        then (select json_agg(cell) from (${cellsOf(counted, viewport)}) as cell) end as cells`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new Error('there is no map');
  const { points, cells, ...overview } = row;
  return { overview, points: points.length > MAX_POINTS ? null : points, cells: cells ?? [] };
}
