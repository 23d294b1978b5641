import type { Locator, Page } from '@playwright/test';

type Spot = { x: number; y: number; pixels: number };
type CanvasPicture = {
  /** For each wanted colour the centre of its pixels, in pixels of the element; colours without pixels are missing. */
  spots: Readonly<Record<string, Spot>>;
  /** For each pair of colours, the colour halfway between their spots that differs most from the background. */
  between: readonly string[];
  /** The background colour, read near the top left corner of the element. */
  paper: string;
};

type Wanted = { colours: readonly string[]; pairs?: readonly (readonly [string, string])[] };

/** Where a screenshot of `element` has pixels of `colours` (`#rrggbb`), and which colours are between the `pairs`. */
export async function pictureOf(element: Locator, { colours, pairs = [] }: Wanted): Promise<CanvasPicture> {
  const png = (await element.screenshot()).toString('base64');
  return element.page().evaluate(
    async ({ png, colours, pairs }) => {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (!context) throw new Error('The browser has no 2D canvas context');
      context.drawImage(image, 0, 0);
      // Read once: properties of an image are slow to read, and the loop visits a million pixels.
      const { width, data } = context.getImageData(0, 0, image.width, image.height);
      const pixels = new DataView(data.buffer);
      const rgbAt = (index: number) => pixels.getUint32(4 * index) >>> 8;
      const hexAt = (index: number) => `#${rgbAt(index).toString(16).padStart(6, '0')}`;
      const wanted = new Map(colours.map((colour) => [Number.parseInt(colour.slice(1), 16), colour]));
      const spots: Record<string, { x: number; y: number; pixels: number }> = {};
      const pixelCount = data.length / 4;
      for (let index = 0; index < pixelCount; index += 1) {
        const colour = wanted.get(rgbAt(index));
        if (colour === undefined) continue;
        spots[colour] ??= { x: 0, y: 0, pixels: 0 };
        const spot = spots[colour];
        spot.pixels += 1;
        // A running mean.
        spot.x += ((index % width) - spot.x) / spot.pixels;
        spot.y += (Math.floor(index / width) - spot.y) / spot.pixels;
      }
      const corner = 12 * width + 12;
      const difference = (index: number) =>
        [0, 1, 2].reduce((sum, at) => sum + Math.abs((data[4 * index + at] ?? 0) - (data[4 * corner + at] ?? 0)), 0);
      const between = pairs.map(([one, other]) => {
        const [from, to] = [spots[one], spots[other]];
        if (!from || !to) return hexAt(corner);
        const middle = Math.round((from.x + to.x) / 2);
        const rows = [-3, -2, -1, 0, 1, 2, 3].map((row) => (Math.round((from.y + to.y) / 2) + row) * width + middle);
        return hexAt(rows.reduce((best, index) => (difference(index) > difference(best) ? index : best)));
      });
      return { spots, between, paper: hexAt(corner) };
    },
    { png, colours, pairs },
  );
}

type Box = { x: number; y: number; width: number; height: number };

/**
 * The share of what is drawn in `before`, or in its part `within`, that is drawn in `after` too, moved by `by` pixels.
 * Drawn are the pixels that differ much from the corner; they count as the same if their colours are similar. Both are
 * screenshots of the same size.
 */
export function likeness(
  page: Page,
  before: Buffer,
  after: Buffer,
  by: { x: number; y: number },
  within?: Box,
): Promise<number> {
  const pictures = [before, after].map((png) => png.toString('base64'));
  return page.evaluate(
    async ({ pictures, by, within }) => {
      const [from, to] = await Promise.all(
        pictures.map(async (png) => {
          const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
          context?.drawImage(image, 0, 0);
          // A plain object, because properties of `ImageData` are slow to read.
          const picture = context?.getImageData(0, 0, image.width, image.height);
          return picture && { width: picture.width, height: picture.height, data: picture.data };
        }),
      );
      if (!from || !to) throw new Error('The browser has no 2D canvas context');
      // A larger difference than that between the soft shapes and the background.
      const DRAWN = 120;
      const SAME = 60;
      const FRAME = 4;
      const difference = (one: typeof from, at: number, other: typeof from, there: number) => {
        let sum = 0;
        for (let c = 0; c < 3; c += 1) sum += Math.abs((one.data[at + c] ?? 0) - (other.data[there + c] ?? 0));
        return sum;
      };
      const offset = (x: number, y: number) => 4 * (y * from.width + x);
      const box = within ?? { x: 0, y: 0, width: from.width, height: from.height };
      const [left, top] = [Math.ceil(box.x) + FRAME, Math.ceil(box.y) + FRAME];
      const right = Math.min(box.x + box.width, from.width - by.x) - FRAME;
      const bottom = Math.min(box.y + box.height, from.height - by.y) - FRAME;
      const corner = offset(left + 8, top + 8);
      let [drawn, same] = [0, 0];
      for (let y = top; y < bottom; y += 1) {
        for (let x = left; x < right; x += 1) {
          if (difference(from, offset(x, y), from, corner) < DRAWN) continue;
          drawn += 1;
          if (difference(from, offset(x, y), to, offset(x + by.x, y + by.y)) < SAME) same += 1;
        }
      }
      return same / drawn;
    },
    { pictures, by, within },
  );
}
