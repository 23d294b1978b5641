/** Latitude and longitude. */
type Pair = [number, number];

/** The parts of a TopoJSON file that an outline needs; `arcs` contain the differences from point to point. */
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
  // A reversed arc is referenced by the bitwise complement of its index.
  const ring = (numbers: number[]) =>
    numbers.flatMap((number) => (number < 0 ? (lines[~number] ?? []).toReversed() : (lines[number] ?? [])));
  const land = objects.land.geometries.flatMap((geometry) => geometry.arcs.map((rings) => rings.map(ring)));
  return {
    land: land.map((rings) => rings.map((points) => closed(unwrapped(points)))),
    lines: lines.map(unwrapped),
  };
}

/** The points without a jump where they cross the date line: longitudes continue beyond 180. */
function unwrapped(points: readonly Pair[]): Pair[] {
  let turn = 0;
  return points.map(([lat, lng], index): Pair => {
    const step = lng - (points[index - 1]?.[1] ?? lng);
    if (step > 180) turn -= 360;
    else if (step < -180) turn += 360;
    return [lat, lng + turn];
  });
}

/** A closed ring. A ring around a pole ends 360 degrees from its start, and is closed along the edge of the map. */
function closed(ring: Pair[]): Pair[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || first[1] === last[1]) return ring;
  const pole = Math.sign(first[0]) * 90;
  return [...ring, [pole, last[1]], [pole, first[1]], first];
}
