import type { Extent } from './bounds.ts';
import type { CellRow } from './cells.ts';

/** More are told as cells. */
export const MAX_POINTS = 2_000;
export const MAX_TAGS = 50;

/** In so many strips the longitudes of a journal are looked at; a gap between places is wider than one. */
export const STRIPS = 64;

/** A journal as a whole. */
export type Overview = Extent & {
  readonly total: number;
  readonly located: number;
  readonly tags: { readonly name: string; readonly count: number }[];
};

/** An anecdote on the map; its tag is empty when it has none. */
export type PointRow = { id: string; lat: number; lng: number; tag: string };

/** What a map is made of; no points when there are too many. */
export type MapRows = { overview: Overview; points: PointRow[] | null; cells: CellRow[] };
