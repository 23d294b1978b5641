import * as L from 'leaflet';
import { outlineOf, type Topology } from './outline-shape.ts';

/** The offsets of copies of the world, in degrees: a map may be moved around the earth, or show it more than once. */
const COPIES = [-360, 0, 360];

/**
 * Draws the land and borders of the world on `map`, from data in a separate file of the app. Only visible copies are
 * drawn. Returns a function that removes the outline; rejects if the file cannot be loaded.
 */
export async function showOutline(map: L.Map): Promise<() => void> {
  const topology = (await import('world-atlas/countries-110m.json')).default as unknown as Topology;
  const outline = outlineOf(topology);
  const renderer = L.svg({ padding: 0.5 });
  const copies = new Map<number, L.LayerGroup>();
  const update = () => {
    const bounds = map.getBounds();
    for (const by of COPIES) {
      // Some land extends beyond the date line.
      const isInSight = bounds.getEast() > by - 200 && bounds.getWest() < by + 200;
      if (isInSight && !copies.has(by)) copies.set(by, copyOf(outline, by, renderer));
      const copy = copies.get(by);
      if (isInSight) copy?.addTo(map);
      else copy?.remove();
    }
  };
  update();
  map.on('moveend', update);
  return () => {
    map.off('moveend', update);
    for (const copy of copies.values()) copy.remove();
  };
}

function copyOf({ land, lines }: ReturnType<typeof outlineOf>, by: number, renderer: L.SVG): L.LayerGroup {
  const moved = (points: [number, number][]) => points.map(([lat, lng]): L.LatLngTuple => [lat, lng + by]);
  const quiet = { renderer, interactive: false };
  return L.layerGroup([
    L.polygon(
      land.map((rings) => rings.map(moved)),
      { ...quiet, className: 'map-land', stroke: false },
    ),
    L.polyline(lines.map(moved), { ...quiet, className: 'map-border', weight: 1 }),
  ]);
}
