import type { BoundingBox, MapParameters } from '@anecdotes/contracts';
import { latitudesOf, longitudesOf } from '../anecdotes/place.ts';
import { indexAt, xOf, yOf } from './grid.ts';
import { type AreaLevel, areaLevels } from './table.ts';

const WORLD: BoundingBox = { west: -180, south: -90, east: 180, north: 90 };
/** A tile is 256 pixels wide; a cell is a quarter of that, which is this many levels finer. */
const LEVELS_BELOW_TILE = 2;
const MAX_LEVEL = 19;
const MAX_COLUMNS = 128;
const MAX_CELLS = 2_048;

/** What a map shows: a box, and the cells that are at least partly in it. */
export type Viewport = {
  readonly box: BoundingBox;
  /** The level of the cells. */
  readonly level: number;
  readonly columns: readonly number[];
  readonly rows: { readonly first: number; readonly last: number };
  /** The level at which the anecdotes in them are counted. */
  readonly areas: AreaLevel;
};

/** The requested viewport; its cells are about 64 pixels wide, or wider if there would be too many. */
export function viewportOf({ bbox: box = WORLD, zoom }: Pick<MapParameters, 'bbox' | 'zoom'>): Viewport {
  let level = Math.min(zoom + LEVELS_BELOW_TILE, MAX_LEVEL);
  while (isTooMuch(box, level)) level -= 1;
  const columns = new Set<number>();
  for (const [first, last] of columnsOf(box, level)) {
    for (let column = first; column <= last; column += 1) columns.add(column);
  }
  const areas = areaLevels.find((areas) => areas > level) ?? 20;
  return { box, level, columns: [...columns], rows: rowsOf(box, level), areas };
}

function isTooMuch(box: BoundingBox, level: number): boolean {
  const { first, last } = rowsOf(box, level);
  const columns = columnsOf(box, level).reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return columns > MAX_COLUMNS || columns * (last - first + 1) > MAX_CELLS;
}

function columnsOf(box: BoundingBox, level: number): [first: number, last: number][] {
  return longitudesOf(box).map(([west, east]) => [indexAt(level, xOf(west)), indexAt(level, xOf(east))]);
}

function rowsOf(box: BoundingBox, level: number): Viewport['rows'] {
  const { south, north } = latitudesOf(box);
  return { first: indexAt(level, yOf(north)), last: indexAt(level, yOf(south)) };
}
