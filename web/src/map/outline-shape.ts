/** Latitude and longitude. */
type Pair = [number, number];

/** The parts of a TopoJSON file that an outline needs: `arcs` hold steps from point to point. */
export type Topology = {
  arcs: number[][][];
  transform: { scale: number[]; translate: number[] };
  objects: { land: { geometries: { arcs: number[][][] }[] } };
};

/** The polygons of the land, and every coast and border once, as points of latitude and longitude. */
export function outlineOf({ arcs, transform, objects }: Topology) {
  const [scaleX = 1, scaleY = 1] = transform.scale;
  const [left = 0, bottom = 0] = transform.translate;
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx = 0, dy = 0]): Pair => {
      x += dx;
      y += dy;
      return [y * scaleY + bottom, x * scaleX + left];
    });
  });
  // An arc that is gone along backwards is named by the complement of its number.
  const ring = (numbers: number[]) =>
    numbers.flatMap((number) => (number < 0 ? (lines[~number] ?? []).toReversed() : (lines[number] ?? [])));
  const land = objects.land.geometries.flatMap((geometry) => geometry.arcs.map((rings) => rings.map(ring)));
  return { land, lines };
}
