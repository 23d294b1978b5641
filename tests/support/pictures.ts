import { join } from 'node:path';
import { type Page, test } from '@playwright/test';

const folder = process.env.PICTURES;
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
let taken = 0;

/** With PICTURES=folder: keeps what `page` looks like on a phone and on a desk, under the name of the running test. */
export async function takePictures(page: Page, colorScheme: string): Promise<void> {
  if (folder === undefined) return;
  const before = page.viewportSize();
  const { titlePath } = test.info();
  taken += 1;
  const name = titlePath.join(' ').replace(/[^\p{L}\d]+/gu, '-');
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await page.screenshot({ path: join(folder, `${name}-${taken}-${size}-${colorScheme}.png`) });
  }
  if (before) await page.setViewportSize(before);
}
