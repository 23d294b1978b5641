import type { Bounds } from '@anecdotes/contracts';

/** The westernmost and the easternmost of some longitudes. */
type Meridians = { readonly west: number; readonly east: number };

/** Where some places are: the latitudes of all of them, and their longitudes in strips from west to east. */
export type Extent = { readonly south: number; readonly north: number; readonly strips: readonly Meridians[] };

/** The smallest box with all strips in it: what it leaves out is the widest gap between two of them. */
export function boundsOf({ south, north, strips }: Extent): Bounds | null {
  const [first] = strips;
  const last = strips.at(-1);
  if (first === undefined || last === undefined) return null;
  let [west, east] = [first.west, last.east];
  let widest = first.west + 360 - last.east;
  for (const [index, strip] of strips.slice(1).entries()) {
    const before = strips[index] ?? strip;
    if (strip.west - before.east <= widest) continue;
    widest = strip.west - before.east;
    [west, east] = [strip.west, before.east];
  }
  return [west, south, east, north];
}
