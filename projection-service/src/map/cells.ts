import type { AccountId, MapCell } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { ViewsDatabase } from '../db/database.ts';
import { fixedShape } from '../db/fixed-shape.ts';
import { viewTable } from '../db/view-table.ts';
import { latAt, lngAt, spotsIn } from './grid.ts';
import type { AreaLevel } from './table.ts';
import type { Viewport } from './viewport.ts';

const places = viewTable('place_use');
const countersOf = (areas: AreaLevel) => viewTable(`area_${areas}`);

/** A counted cell; its mean, first and last columns and rows are those of its areas. */
export type CellRow = {
  cell_column: number;
  cell_row: number;
  count: number;
  mean_column: number;
  mean_row: number;
  first_column: number;
  last_column: number;
  first_row: number;
  last_row: number;
  tag: string;
};

/** The query of the areas in the cells of the viewport that have anecdotes of `owner`, from the counters. */
export function countedAreas(owner: AccountId, { areas, columns, rows, level }: Viewport): RawBuilder<unknown> {
  const [height, finer] = [sql.lit(2 ** areas), 2 ** (areas - level)];
  return sql`
    select counter.area, counter.tag, counter.count from unnest(${columns}::int4[]) as cell(cell_column)
    cross join generate_series(cell_column::int8 * ${finer}::int8, (cell_column + 1)::int8 * ${finer}::int8 - 1) as x
    cross join lateral (
      select area, tag, count from ${countersOf(areas)}
      where owner = ${owner}
        and area >= (x * ${height} + ${rows.first * finer}::int8)::float8
        and area < (x * ${height} + ${(rows.last + 1) * finer}::int8)::float8
    ) as counter`;
}

/** The query that adds up rows of `area`, `tag` and `count` to cells. */
export function cellsOf(counted: RawBuilder<unknown>, { areas, level }: Viewport): RawBuilder<CellRow> {
  const shift = sql.lit(areas - level);
  return sql<CellRow>`
    select cell_column, cell_row, sum(n)::int4 as count,
      sum(columns)::float8 / sum(n)::float8 as mean_column, sum(rows)::float8 / sum(n)::float8 as mean_row,
      min(first_column) as first_column, max(last_column) as last_column,
      min(first_row) as first_row, max(last_row) as last_row,
      (array_agg(tag order by n desc, tag collate "C"))[1] as tag
    from (
      select area_column >> ${shift} as cell_column, area_row >> ${shift} as cell_row, tag, sum(count) as n,
        sum(count * area_column::int8) as columns, sum(count * area_row::int8) as rows,
        min(area_column) as first_column, max(area_column) as last_column,
        min(area_row) as first_row, max(area_row) as last_row
      from (
        select (area::int8 >> ${sql.lit(areas)})::int4 as area_column,
          (area::int8 & ${sql.lit(2 ** areas - 1)})::int4 as area_row, tag, count
        from (${counted}) as counted
      ) as areas
      group by 1, 2, 3
    ) as tagged
    group by cell_column, cell_row order by cell_column, cell_row`;
}

function mapCellOf(cell: CellRow, { areas }: Viewport): MapCell {
  const size = 2 ** areas;
  return {
    lat: shortened(latAt((cell.mean_row + 0.5) / size)),
    lng: shortened(lngAt((cell.mean_column + 0.5) / size)),
    count: cell.count,
    bounds: [
      lngAt(cell.first_column / size),
      // The first and the last row reach the poles.
      cell.last_row + 1 === size ? -90 : latAt((cell.last_row + 1) / size),
      lngAt((cell.last_column + 1) / size),
      cell.first_row === 0 ? 90 : latAt(cell.first_row / size),
    ],
    tag: cell.tag || null,
  };
}

/** Rounds to six decimals, which is 11 cm. */
function shortened(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

type Ends = { lat: number; lng: number; last_lat: number; last_lng: number; is_one: boolean; index: number };

/** The cells of the answer. A cell whose anecdotes of `owner` are all at one spot is placed exactly there. */
export async function mapCellsOf(
  db: ViewsDatabase,
  owner: AccountId,
  viewport: Viewport,
  cells: readonly CellRow[],
): Promise<MapCell[]> {
  const shown = cells.map((cell) => mapCellOf(cell, viewport));
  const single = cells.flatMap((cell, index) =>
    cell.first_column === cell.last_column && cell.first_row === cell.last_row
      ? [{ index, spots: spotsIn(viewport.areas, cell.first_column, cell.first_row) }]
      : [],
  );
  if (single.length === 0) return shown;
  const end = (direction: RawBuilder<unknown>) => sql`(
    select lat, lng, spot from ${places}
    where owner = ${owner} and spot >= cell.first and spot < cell.before order by spot ${direction} limit 1)`;
  const { rows } = await sql<Ends>`
    select a.lat, a.lng, b.lat as last_lat, b.lng as last_lng, a.spot = b.spot as is_one, cell.index
    from unnest(${single.map(({ spots }) => spots[0])}::float8[], ${single.map(({ spots }) => spots[1])}::float8[],
      ${single.map(({ index }) => index)}::int4[]) as cell(first, before, index)
    cross join lateral ${end(sql`asc`)} as a cross join lateral ${end(sql`desc`)} as b ${fixedShape}`.execute(db);
  for (const { lat, lng, last_lat, last_lng, is_one, index } of rows) {
    const cell = shown[index];
    if (cell === undefined || !is_one) continue;
    const [west, east] = [Math.min(lng, last_lng), Math.max(lng, last_lng)];
    const [south, north] = [Math.min(lat, last_lat), Math.max(lat, last_lat)];
    shown[index] = { ...cell, lat, lng, bounds: [west, south, east, north] };
  }
  return shown;
}
