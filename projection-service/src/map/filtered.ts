import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { matching } from '../anecdotes/filtering.ts';
import type { AnecdoteFilter } from '../anecdotes/parameters.ts';
import { inside, isAnywhere } from '../anecdotes/place.ts';
import { hasOneOf, type Search, searchFor } from '../anecdotes/searched.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { viewTable } from '../db/view-table.ts';
import { UNLISTED } from '../words/indexed.ts';
import { MAX_POINTS, MAX_TAGS, type MapRows, type Overview, type PointRow, STRIPS } from './answer.ts';
import { type CellRow, cellsOf } from './cells.ts';
import { latAt, SPOT_LEVEL } from './grid.ts';
import type { Viewport } from './viewport.ts';

/**
 * From this level on, a viewport is so small that it is faster to read what is in it than everything that was found.
 */
const NEAR_LEVEL = 14;

type Row = Overview & { points: PointRow[] | null; cells: CellRow[] | null };

/**
 * The map of the anecdotes of `owner` that pass `filter`. One statement adds them up by tag, strip and, in the
 * viewport, area; all figures come from these sums. It reads them once, or a second time for single points if that
 * costs less than to keep them all.
 */
export async function filteredMap(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  viewport: Viewport,
): Promise<MapRows> {
  const byWords = matchedByWords(owner, filter, viewport);
  const matched = byWords ?? matchedByTags(db, owner, filter, viewport) ?? matchedByText(db, owner, filter, viewport);
  const isShown = sql`bucket >= 0 and ${inside('matched', viewport.box)}`;
  const shown = byWords && viewport.level >= NEAR_LEVEL ? matchedInBox(db, owner, filter, viewport) : sql`matched`;
  const counted = sql`select area, tag, count from sums where area is not null`;
  const found = await sql<Row>`
    with matched as ${byWords ? sql`not materialized` : sql`materialized`} (${matched}),
    summed as materialized (
      select bucket, tag, count(*)::int4 as count, count(*) filter (where ${isShown})::int4 as shown,
        min(lat) as south, max(lat) as north, min(lng) as west, max(lng) as east
      from matched group by bucket, tag
    ),
    sums as (
      select case when bucket >= 0 then bucket / ${sql.lit(STRIPS)} end as area,
        case when bucket >= 0 then bucket % ${sql.lit(STRIPS)} else -1 - bucket end as strip,
        tag, count, shown, south, north, west, east
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
        (select json_agg(point) from (select id, lat, lng, tag from ${shown} where ${isShown}) as point), '[]'
      ) end as points,
      case when sum(shown) > ${sql.lit(MAX_POINTS)}
        then (select json_agg(cell) from (${cellsOf(counted, viewport)}) as cell) end as cells
    from sums`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new Error('the query of the map returned no row');
  const { points, cells, ...overview } = row;
  return { overview, points, cells: cells ?? [] };
}

/*
 * Queries of the anecdotes that pass a filter: their coordinates, first tag, and the `bucket` by which they are added
 * up. A bucket is one number, because the planner expects too many groups for several columns. In the viewport it
 * combines the area, in the cells of the viewport, and the strip; elsewhere it is a number below 0 for the strip;
 * without coordinates it is null.
 */

/** From the anecdotes themselves, for any filter. */
function matchedByText(db: ViewsDatabase, owner: AccountId, filter: AnecdoteFilter, viewport: Viewport) {
  return db
    .selectFrom('anecdote')
    .select([
      'anecdote.id',
      'lat',
      'lng',
      sql<string>`coalesce(tags[1], '')`.as('tag'),
      bucketOf(viewport).as('bucket'),
    ])
    .where(matching(owner, filter));
}

/** From the anecdotes themselves, by the index of places: for a viewport with few anecdotes. */
function matchedInBox(db: ViewsDatabase, owner: AccountId, filter: AnecdoteFilter, viewport: Viewport) {
  const search = { ...filter.search, lookUp: undefined };
  const found = matchedByText(db, owner, { ...filter, search }, viewport).where(inside('anecdote', viewport.box));
  return sql`(${found}) as matched`;
}

/**
 * From the index of words, if words decide what a search finds: its table is narrower, and only texts with words that
 * are not listed are examined.
 */
function matchedByWords(owner: AccountId, filter: AnecdoteFilter, viewport: Viewport): RawBuilder<unknown> | undefined {
  const { lookUp: _, decidedBy, ...search } = filter.search;
  if (decidedBy === undefined || filter.chain !== undefined) return undefined;
  const anecdotes = viewTable('anecdote');
  const uses = viewTable('word_use');
  const hasWords = sql.join(decidedBy.map(hasOneOf), sql` and `);
  const passing = (search: Search) => matching(owner, { ...filter, search });
  return sql`
    select id, lat, lng, first_tag as tag, ${bucketOfSpot(viewport)} as bucket
    from (select anecdote as id, * from ${uses} where owner = ${owner} and ${hasWords}) as anecdote
    where ${passing(searchFor([]))}
    union all
    select id, anecdote.lat, anecdote.lng, first_tag, ${bucketOfSpot(viewport)}
    from ${uses} as used join ${anecdotes} as anecdote on anecdote.id = used.anecdote
    where used.owner = ${owner} and words && ${[UNLISTED]}::text[] and not (${hasWords})
      and ${passing({ ...search, lookUp: undefined })}`;
}

/** From the index of tags, if the filter has nothing but tags and times; the coordinates are in a narrow table too. */
function matchedByTags(
  db: ViewsDatabase,
  owner: AccountId,
  filter: AnecdoteFilter,
  viewport: Viewport,
): RawBuilder<unknown> | undefined {
  const ids = taggedIds(db, owner, filter);
  const places = viewTable('place_use');
  // Only by the id: with the owner too, a plan for few places would go through all places of the owner for each id.
  return (
    ids &&
    sql`select used.id, lat, lng, tag, ${bucketOf(viewport)} as bucket
      from (${ids}) as used left join ${places} as place on place.anecdote = used.id`
  );
}

/** The query of the ids that pass `filter`; undefined if it has more than tags and times. */
function taggedIds(db: ViewsDatabase, owner: AccountId, { search, tags, period, place, chain }: AnecdoteFilter) {
  if (tags.length === 0 || search.query.length > 0 || !isAnywhere(place) || chain !== undefined) return undefined;
  let uses = db.selectFrom('tag_use').select('anecdote as id').where('owner', '=', owner);
  uses = uses.where('tag', '=', sql<string>`any(${[...tags]}::text[])`);
  if (period.from !== undefined) uses = uses.where(sql<boolean>`at >= ${period.from}::timestamptz`);
  if (period.before !== undefined) uses = uses.where(sql<boolean>`at < ${period.before}::timestamptz`);
  return tags.length === 1 ? uses : uses.distinct();
}

/** The `bucket` of a row with the column and the row of its spot. */
function bucketOfSpot({ areas, level, columns, rows }: Viewport): RawBuilder<string | null> {
  const size = 2 ** (SPOT_LEVEL - level);
  const between = (value: RawBuilder<unknown>, first: number, last: number) =>
    sql`${value} between ${first * size}::int4 and ${(last + 1) * size - 1}::int4`;
  const inColumns = runsOf(columns).map(([first, last]) => between(sql`spot_column`, first, last));
  const bits = sql.lit(SPOT_LEVEL - areas);
  return bucketFor({
    isIn: sql`(${sql.join(inColumns, sql` or `)}) and ${between(sql`spot_row`, rows.first, rows.last)}`,
    area: sql`((spot_column >> ${bits})::int8 << ${sql.lit(areas)}) + (spot_row >> ${bits})`,
    strip: sql`spot_column / ${sql.lit(2 ** SPOT_LEVEL / STRIPS)}`,
  });
}

function bucketFor({ isIn, area, strip }: Record<'isIn' | 'area' | 'strip', RawBuilder<unknown>>) {
  return sql<
    string | null
  >`case when ${isIn} then (${area}) * ${sql.lit(STRIPS)} + ${strip} else -1::int8 - ${strip} end`;
}

/** The runs of consecutive numbers among `numbers`: the first and the last of each run. */
function runsOf(numbers: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

/** The `bucket` of a row with a latitude and a longitude; its area is that of `areaAt`. */
function bucketOf({ areas, level, columns, rows }: Viewport): RawBuilder<string | null> {
  const [size, finer] = [2 ** areas, 2 ** (areas - level)];
  const [first, behind] = [rows.first * finer, (rows.last + 1) * finer];
  // The first and the last row reach the poles.
  const edges = Array.from({ length: behind - first + 1 }, (_, index) => -latAt((first + index) / size));
  if (first === 0) edges[0] = -90;
  if (behind === size) edges[edges.length - 1] = 91;
  // Null without a longitude; `least` would ignore the null.
  const columnOf = (columns: number) =>
    sql`(case lng when 180 then ${sql.lit(columns - 1)} else floor((lng + 180) / 360 * ${sql.lit(columns)})::int4 end)`;
  const [column, row] = [columnOf(size), sql`width_bucket(-lat, ${edges}::float8[])`];
  return bucketFor({
    isIn: sql`-lat >= ${edges[0]}::float8 and -lat < ${edges.at(-1)}::float8
      and ${column} >> ${sql.lit(areas - level)} = any(${columns}::int4[])`,
    area: sql`${column}::int8 * ${sql.lit(size)} + ${sql.lit(first - 1)} + ${row}`,
    strip: columnOf(STRIPS),
  });
}
