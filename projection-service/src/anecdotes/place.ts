import type { BoundingBox, Circle } from '@anecdotes/contracts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The places that a list is limited to. */
export type PlaceFilter = {
  readonly bbox?: BoundingBox | undefined;
  readonly near?: Circle | undefined;
  readonly located?: boolean | undefined;
};

/** True when the list is not limited to places. */
export function isAnywhere({ bbox, near, located }: PlaceFilter): boolean {
  return bbox === undefined && near === undefined && located === undefined;
}

/** The conditions under which an `anecdote` passes `filter`. */
export function placed({ bbox, near, located }: PlaceFilter): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (bbox !== undefined) conditions.push(inside('anecdote', bbox));
  if (near !== undefined) conditions.push(inside('anecdote', boxAround(near)), within(near));
  if (located !== undefined) conditions.push(located ? sql`anecdote.lat is not null` : sql`anecdote.lat is null`);
  return conditions;
}

/** The condition that a row of `table` is in the box. */
export function inside(table: 'anecdote' | 'place_use' | 'matched', box: BoundingBox): RawBuilder<SqlBool> {
  const { south, north } = latitudesOf(box);
  const [lat, lng] = [sql.raw(`${table}.lat`), sql.raw(`${table}.lng`)];
  const meridians = longitudesOf(box).map(([west, east]) => sql`${lng} between ${west}::float8 and ${east}::float8`);
  return sql`(${lat} between ${south}::float8 and ${north}::float8 and (${sql.join(meridians, sql` or `)}))`;
}

/** The latitude of the edge of the square that web maps show; places beyond are drawn on it. */
const MAP_EDGE = 85.05112878;

/** The latitudes of a box; one that reaches the edge of a web map extends to the pole. */
export function latitudesOf({ south, north }: BoundingBox): { south: number; north: number } {
  return { south: south <= -MAP_EDGE ? -90 : south, north: north >= MAP_EDGE ? 90 : north };
}

/** The longitudes in a box, as closed ranges; 180° west and 180° east are the same meridian. */
export function longitudesOf({ west, east }: BoundingBox): [west: number, east: number][] {
  const ranges: [number, number][] =
    west <= east
      ? [[west, east]]
      : [
          [west, 180],
          [-180, east],
        ];
  if (west <= east && west === -180 && east < 180) ranges.push([180, 180]);
  if (west <= east && east === 180 && west > -180) ranges.push([-180, -180]);
  return ranges;
}

const EARTH_RADIUS_KM = 6_371.0088;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** The smallest box with the whole circle in it. */
export function boxAround({ lat, lng, km }: Circle): BoundingBox {
  // Slightly larger than the circle, to allow for rounding.
  const angle = (km / EARTH_RADIUS_KM) * (1 + 1e-9) + 1e-12;
  const south = lat - degrees(angle);
  const north = lat + degrees(angle);
  if (south <= -90 || north >= 90) {
    return { west: -180, south: Math.max(-90, south), east: 180, north: Math.min(90, north) };
  }
  const width = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(lat)))));
  return { west: wrapped(lng - width), south, east: wrapped(lng + width), north };
}

/** A longitude from -180 to 180. */
function wrapped(lng: number): number {
  if (lng < -180) return lng + 360;
  return lng > 180 ? lng - 360 : lng;
}

/** The condition that an `anecdote` is in the circle. */
function within(circle: Circle): RawBuilder<SqlBool> {
  return sql`${kilometresTo(circle)} <= ${circle.km}::float8`;
}

/** Rounds to 1e-13 degrees: Postgres fails where the square of a tiny number is too small for it, as for 1e-170. */
const rounded = (angle: number) => angle + 512 - 512;
const LAT = sql`(anecdote.lat + 512 - 512)`;
const LNG = sql`(anecdote.lng + 512 - 512)`;

/**
 * How far an `anecdote` is from a point: the great-circle distance on a sphere (haversine), null for one without a
 * place.
 */
export function kilometresTo(point: Omit<Circle, 'km'>): RawBuilder<number | null> {
  const [lat, lng] = [rounded(point.lat), rounded(point.lng)];
  return sql`2 * ${EARTH_RADIUS_KM}::float8 * asin(least(1, sqrt(
    sin(radians(${LAT} - ${lat}::float8) / 2) ^ 2
    + cos(radians(${lat}::float8)) * cos(radians(${LAT})) * sin(radians(${LNG} - ${lng}::float8) / 2) ^ 2
  )))`;
}
