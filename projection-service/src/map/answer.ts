import type { Extent } from './bounds.ts';
import type { CellRow } from './cells.ts';

/** If there are more, the map shows cells instead. */
export const MAX_POINTS = 2_000;
export const MAX_TAGS = 50;

/**
 * The longitudes of all places are examined in this many strips. A gap between places inside of one strip is ignored.
 */
export const STRIPS = 64;

/** The totals of all anecdotes of a map, inside and outside of the viewport. */
export type Overview = Extent & {
  readonly total: number;
  readonly located: number;
  readonly tags: { readonly name: string; readonly count: number }[];
};

/** An anecdote on the map; its tag is empty when it has none. */
export type PointRow = { id: string; lat: number; lng: number; tag: string };

/** The rows of a map; `points` is null when there are too many. */
export type MapRows = { overview: Overview; points: PointRow[] | null; cells: CellRow[] };
