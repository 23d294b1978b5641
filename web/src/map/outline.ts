import * as L from 'leaflet';
import { outlineOf, type Topology } from './outline-shape.ts';

/** Whatever way around the earth a map has gone, some copy of the outline is in sight. */
const COPIES = [-360, 0, 360];

/** The land of the earth and its borders as a layer; the data comes with the app, in a file of its own. */
export async function loadOutline(): Promise<L.LayerGroup> {
  const topology = (await import('world-atlas/countries-110m.json')).default as unknown as Topology;
  const { land, lines } = outlineOf(topology);
  const renderer = L.svg({ padding: 0.5 });
  const quiet = { renderer, interactive: false, smoothFactor: 0.5 };
  const moved = (points: L.LatLngTuple[], by: number) => points.map(([lat, lng]): L.LatLngTuple => [lat, lng + by]);
  return L.layerGroup(
    COPIES.flatMap((by) => [
      L.polygon(
        land.map((rings) => rings.map((ring) => moved(ring, by))),
        { ...quiet, className: 'map-land', stroke: false },
      ),
      L.polyline(
        lines.map((line) => moved(line, by)),
        { ...quiet, className: 'map-border', weight: 1 },
      ),
    ]),
  );
}
