/** A point of the earth in degrees: latitude −90 to 90, longitude −180 to 180. */
export type Point = { lat: number; lng: number };

/** The latitude at which a map in Mercator projection ends; its edge represents the pole. */
export const MAP_EDGE = 85.05;

/** The point as `lat, lng` with the given number of decimals. */
export function formatPoint({ lat, lng }: Point, decimals = 4): string {
  return `${lat.toFixed(decimals)}, ${lng.toFixed(decimals)}`;
}

/** The latitude at which a map draws `lat`: a pole at the map's edge. */
export function drawnLatitude(lat: number): number {
  return Math.max(-MAP_EDGE, Math.min(MAP_EDGE, lat));
}

/** `lng` of a map that repeats the world, wrapped to −180 to 180. */
export function wrapLongitude(lng: number): number {
  return lng >= -180 && lng <= 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180;
}

/** The copy of `lng` that is nearest to `centre`, on a map that repeats the world. */
export function nearestCopy(lng: number, centre: number): number {
  return lng + 360 * Math.round((centre - lng) / 360);
}

/** The distance between two points along the earth's surface, in kilometres. */
export function distance(one: Point, other: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [a, b] = [radians(one.lat), radians(other.lat)];
  const chord =
    Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(other.lng - one.lng) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(chord)));
}
