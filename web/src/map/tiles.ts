import type { Point } from './point.ts';

const TILE = 256;
const MAX_LATITUDE = 85.0511287798;

/** A tile of a picture; `left` and `top` are the pixels from the top left corner of the picture to its own. */
export type Tile = { key: string; url: string; left: number; top: number };

/** The tiles that cover a picture of `width` by `height` pixels around `centre`; `template` is their URL template. */
export function tilesAround(template: string, centre: Point, zoom: number, width: number, height: number): Tile[] {
  const count = 2 ** zoom;
  const [x, y] = worldPixels(centre, zoom);
  const [left, top] = [x - width / 2, y - height / 2];
  const tiles: Tile[] = [];
  for (let row = Math.floor(top / TILE); row * TILE < top + height; row += 1) {
    if (row < 0 || row >= count) continue;
    for (let column = Math.floor(left / TILE); column * TILE < left + width; column += 1) {
      const wrapped = ((column % count) + count) % count;
      tiles.push({
        key: `${column} ${row}`,
        url: tileUrl(template, { z: zoom, x: wrapped, y: row }),
        left: Math.round(column * TILE - left),
        top: Math.round(row * TILE - top),
      });
    }
  }
  return tiles;
}

/** The position of `point` on a map of the world at `zoom`, in pixels from its top left corner. */
export function worldPixels({ lat, lng }: Point, zoom: number): [x: number, y: number] {
  const world = TILE * 2 ** zoom;
  const sine = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180);
  const x = ((lng + 180) / 360) * world;
  const y = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world;
  return [x, y];
}

function tileUrl(template: string, { z, x, y }: { z: number; x: number; y: number }): string {
  const known: Record<string, string> = { z: `${z}`, x: `${x}`, y: `${y}`, s: 'abc'[(x + y) % 3] ?? 'a', r: '' };
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole);
}
