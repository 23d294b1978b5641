import type { Bounds } from '@anecdotes/contracts';
import { drawnLatitude, MAP_EDGE, wrapLongitude } from '../../map/point.ts';
import type { Viewport } from '../../map/viewport.ts';

/** What a map without places shows. */
export const defaultView: Viewport = { lat: 39.83, lng: -98.58, zoom: 4 };
/** The zoom of the first view, by the number of places. */
const ZOOM = { one: 13, several: 10 };

/** The edges of a map in degrees. Longitudes may be beyond 180 when the map was moved around the earth. */
type Edges = { west: number; south: number; east: number; north: number };

/** The edges as `west,south,east,north`, longitudes from -180 to 180, with `room` around as a share of their size. */
export function bboxText({ west, south, east, north }: Edges, room = 0): string {
  const [across, up] = [(east - west) * room, (north - south) * room];
  const bottom = south - up <= -MAP_EDGE ? -90 : south - up;
  const top = north + up >= MAP_EDGE ? 90 : north + up;
  const isWorld = east - west + 2 * across >= 360;
  const [left, right] = isWorld ? [-180, 180] : [wrapLongitude(west - across), wrapLongitude(east + across)];
  return [left, bottom, right, top].map((degrees) => Number(degrees.toFixed(5))).join(',');
}

/** The south-west and north-east corners of bounds as a map draws them; the east is beyond 180 when they span the date line. */
export function cornersOf([west, south, east, north]: Bounds): [[number, number], [number, number]] {
  return [
    [drawnLatitude(south), west],
    [drawnLatitude(north), east < west ? east + 360 : east],
  ];
}

/** What the map shows at first: the default without bounds, else their middle, closer if there is only one place. */
export function firstView(total: number, bounds: Bounds | null): Viewport {
  if (bounds === null) return defaultView;
  const [[south, west], [north, east]] = cornersOf(bounds);
  const middle = { lat: (south + north) / 2, lng: wrapLongitude((west + east) / 2) };
  return { ...middle, zoom: total === 1 ? ZOOM.one : ZOOM.several };
}
