/*
 * The square of a web map (Web Mercator), 1 wide and 1 high: x goes east from the date line, y goes south. Level n
 * divides it into 2^n columns and as many rows.
 */

type Place = { readonly lat: number; readonly lng: number };

/** The level of the smallest cells, the spots; at the equator a spot is 60 cm wide. */
export const SPOT_LEVEL = 26;

export function xOf(lng: number): number {
  return (lng + 180) / 360;
}

/** A latitude beyond the edge of the square is moved onto the edge. */
export function yOf(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.min(1, Math.max(0, y));
}

export function lngAt(x: number): number {
  return x * 360 - 180;
}

export function latAt(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

/** The column or row of `level` that a coordinate of the square is in. */
export function indexAt(level: number, coordinate: number): number {
  return Math.min(2 ** level - 1, Math.floor(coordinate * 2 ** level));
}

/** The cell of `level` with the place in it, as one number: the column times 2^level, and the row. */
export function areaAt(level: number, { lat, lng }: Place): number {
  return indexAt(level, xOf(lng)) * 2 ** level + indexAt(level, yOf(lat));
}

/** The column and the row of the spot of a place; those of each of its cells are the first bits of these. */
export function spotColumnAndRow({ lat, lng }: Place): [column: number, row: number] {
  return [indexAt(SPOT_LEVEL, xOf(lng)), indexAt(SPOT_LEVEL, yOf(lat))];
}

/** The spot of a place, as a number in Z-order, so that the spots of any cell of any level are a range of numbers. */
export function spotAt(place: Place): number {
  return interleaved(SPOT_LEVEL, ...spotColumnAndRow(place));
}

/** The spots in a cell of `level`: the first one, and the first one after the cell. */
export function spotsIn(level: number, column: number, row: number): [from: number, before: number] {
  const spots = 4 ** (SPOT_LEVEL - level);
  const cell = interleaved(level, column, row);
  return [cell * spots, (cell + 1) * spots];
}

function interleaved(level: number, column: number, row: number): number {
  let code = 0;
  for (let bit = level - 1; bit >= 0; bit -= 1) code = code * 4 + ((column >>> bit) & 1) * 2 + ((row >>> bit) & 1);
  return code;
}
