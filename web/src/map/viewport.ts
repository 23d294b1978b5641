import { type Point, wrapLongitude } from './point.ts';

/** The closest zoom of a map; zoom 0 shows the whole world. */
export const MAX_ZOOM = 18;

/** The centre of a map around no place: New York. */
export const DEFAULT_CENTRE: Point = { lat: 40.7128, lng: -74.006 };

/** The centre and zoom of a map. */
export type Viewport = Point & { zoom: number };

/** The viewport as text for the address, `zoom/lat/lng`. */
export function viewportText({ lat, lng, zoom }: Viewport): string {
  return `${Number(zoom.toFixed(2))}/${Number(lat.toFixed(5))}/${Number(wrapLongitude(lng).toFixed(5))}`;
}

/** Parses `zoom/lat/lng`; undefined if it is invalid. */
export function parseViewport(text: string): Viewport | undefined {
  if (!/^\d{1,2}(?:\.\d{1,2})?(?:\/-?\d{1,3}(?:\.\d{1,8})?){2}$/.test(text)) return undefined;
  const [zoom = 0, lat = 0, lng = 0] = text.split('/').map(Number);
  return zoom <= MAX_ZOOM && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { zoom, lat, lng } : undefined;
}
