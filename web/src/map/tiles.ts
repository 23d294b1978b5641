import type { Point } from './point.ts';

const TILE = 256;
const MAX_LATITUDE = 85.0511287798;

/** A tile of a picture: where its left upper corner is, in pixels from that of the picture. */
export type Tile = { key: string; url: string; left: number; top: number };

/** The tiles that fill a picture of `width` by `height` pixels around `centre`; their addresses come from `template`. */
export function tilesAround(template: string, centre: Point, zoom: number, width: number, height: number): Tile[] {
  const count = 2 ** zoom;
  const [left, top] = leftTop(centre, zoom, width, height);
  const tiles: Tile[] = [];
  for (let y = Math.floor(top / TILE); y * TILE < top + height; y += 1) {
    if (y < 0 || y >= count) continue;
    for (let x = Math.floor(left / TILE); x * TILE < left + width; x += 1) {
      const column = ((x % count) + count) % count;
      tiles.push({
        key: `${x} ${y}`,
        url: tileUrl(template, { z: zoom, x: column, y }),
        left: Math.round(x * TILE - left),
        top: Math.round(y * TILE - top),
      });
    }
  }
  return tiles;
}

function leftTop({ lat, lng }: Point, zoom: number, width: number, height: number): [number, number] {
  const world = TILE * 2 ** zoom;
  const sine = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180);
  const x = ((lng + 180) / 360) * world;
  const y = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world;
  return [x - width / 2, y - height / 2];
}

function tileUrl(template: string, { z, x, y }: { z: number; x: number; y: number }): string {
  const known: Record<string, string> = { z: `${z}`, x: `${x}`, y: `${y}`, s: 'abc'[(x + y) % 3] ?? 'a', r: '' };
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole);
}
