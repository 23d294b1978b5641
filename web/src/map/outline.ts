import * as L from 'leaflet';
import { outlineOf, type Topology } from './outline-shape.ts';

/** A map may have gone around the earth, or show more than all of it. */
const COPIES = [-360, 0, 360];

/**
 * Draws the land of the earth and its borders on `map`, from data that come with the app, in a file of their own. Only
 * the copies in sight are drawn. Returns how to remove it.
 */
export async function showOutline(map: L.Map): Promise<() => void> {
  const topology = (await import('world-atlas/countries-110m.json')).default as unknown as Topology;
  const outline = outlineOf(topology);
  const renderer = L.svg({ padding: 0.5 });
  const copies = new Map<number, L.LayerGroup>();
  const update = () => {
    const bounds = map.getBounds();
    for (const by of COPIES) {
      // Some land goes on beyond the date line.
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
