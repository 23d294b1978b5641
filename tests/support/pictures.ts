import { join } from 'node:path';
import { type Page, test } from '@playwright/test';

const folder = process.env.PICTURES;
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
let taken = 0;

/** With PICTURES=folder: saves screenshots of `page` there, in phone and desktop size, in light and in dark mode. */
export async function takePictures(page: Page): Promise<void> {
  if (folder === undefined) return;
  const before = page.viewportSize();
  taken += 1;
  const title = test.info().titlePath.join(' ');
  const name = `${title.replace(/[^\p{L}\d]+/gu, '-')}-${taken}`;
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
    }
  }
  if (before) await page.setViewportSize(before);
}
