/** A point of the earth in degrees: latitude −90 to 90, longitude −180 to 180. */
export type Point = { lat: number; lng: number };

/** The point as two numbers with so many decimals. */
export function formatPoint({ lat, lng }: Point, decimals = 4): string {
  return `${lat.toFixed(decimals)}, ${lng.toFixed(decimals)}`;
}

/** An open map around the point, to be opened in a tab of its own. */
export function openMapUrl({ lat, lng }: Point, zoom: number): string {
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=${zoom}/${lat}/${lng}`;
}
