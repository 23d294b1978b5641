import type { AccountId } from '@anecdotes/contracts';
import { sql } from 'kysely';
import { matching } from '../anecdotes/filtering.ts';
import type { AnecdoteFilter } from '../anecdotes/parameters.ts';
import { inside, isAnywhere } from '../anecdotes/place.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { LIVE_SCHEMA } from '../projection/generation.ts';
import { MAX_POINTS, MAX_TAGS, type MapRows, type Overview, type PointRow, STRIP } from './answer.ts';
import { type CellRow, cellsOf } from './cells.ts';
import type { Viewport } from './viewport.ts';

type Row = Overview & { points: PointRow[]; cells: CellRow[] | null };

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
  const { box, areas, level, columns, rows } = viewport;
  const places = sql.table(`${LIVE_SCHEMA}.place_use`);
  const [height, finer] = [sql.lit(2 ** areas), sql.lit(2 ** (areas - level))];
  const isInCells = sql`(area::int8 / ${height} / ${finer})::int4 = any(${columns}::int4[])
    and area::int8 % ${height} / ${finer} between ${rows.first}::int8 and ${rows.last}::int8`;
  const counted = sql`select area, tag, count from sums where area is not null`;
  const found = await sql<Row>`
    with matched as materialized (${matchedIds(db, owner, filter)}),
    place_use as materialized (
      select id, lat, lng, tag, ${sql.ref(`area_${areas}`)} as area
      from matched join ${places} as place on place.owner = ${owner} and place.anecdote = matched.id
    ),
    shown as materialized (
      select id, lat, lng, tag from place_use where ${inside('place_use', box)} limit ${sql.lit(MAX_POINTS + 1)}
    ),
    sums as materialized (
      select case when ${isInCells} then area end as area, floor((lng + 180) / ${sql.lit(STRIP)}) as strip, tag,
        count(*)::int4 as count, min(lat) as south, max(lat) as north, min(lng) as west, max(lng) as east
      from place_use group by 1, 2, 3
    )
    select (select count(*)::int4 from matched) as total, coalesce(sum(count), 0)::int4 as located,
      coalesce((select json_agg(top) from (
        select tag as name, sum(count)::int4 as count from sums where tag <> '' group by tag
        order by sum(count) desc, tag limit ${sql.lit(MAX_TAGS)}
      ) as top), '[]') as tags,
      coalesce(min(south), 0) as south, coalesce(max(north), 0) as north,
      coalesce((select json_agg(ends order by ends.west) from (
        select min(west) as west, max(east) as east from sums group by strip
      ) as ends), '[]') as strips,
      coalesce((select json_agg(shown) from shown), '[]') as points,
      case when (select count(*) from shown) > ${sql.lit(MAX_POINTS)}
        then (select json_agg(cell) from (${cellsOf(counted, viewport)}) as cell) end as cells
    from sums`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new Error('there is no map');
  const { points, cells, ...overview } = row;
  return { overview, points: points.length > MAX_POINTS ? null : points, cells: cells ?? [] };
}

/** The query of the ids that pass `filter`; the index of tags answers one that asks for tags and times only. */
function matchedIds(db: ViewsDatabase, owner: AccountId, filter: AnecdoteFilter) {
  const { search, tags, period, place } = filter;
  if (tags.length === 0 || search.query.length > 0 || !isAnywhere(place)) {
    return db.selectFrom('anecdote').select('anecdote.id').where(matching(owner, filter));
  }
  let uses = db.selectFrom('tag_use').select('anecdote as id').where('owner', '=', owner);
  uses = uses.where('tag', '=', sql<string>`any(${[...tags]}::text[])`);
  if (period.from !== undefined) uses = uses.where(sql<boolean>`at >= ${period.from}::timestamptz`);
  if (period.before !== undefined) uses = uses.where(sql<boolean>`at < ${period.before}::timestamptz`);
  return tags.length === 1 ? uses : uses.distinct();
}
