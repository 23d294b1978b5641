import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page, type Route } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { takePictures } from './pictures.ts';

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** What a theme can change is colours. */
const axeOptions: Record<'light' | 'dark', RunOptions> = {
  light: { resultTypes: ['violations'] },
  dark: { resultTypes: ['violations'], runOnly: { type: 'rule', values: ['color-contrast'] } },
};

/** A second, the promise between screens, where nothing else uses the machine (QUIET=1); a busy one takes its time. */
export const soon = { timeout: process.env.QUIET ? 1_000 : 10_000 };

/** A page in a browser of its own, with nothing that moves; what it complains about goes to `problems`. */
export async function openPage(browser: Browser, problems: string[] = []): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(String(error)));
  return page;
}

/** Expects that axe finds nothing on `page` as it stands, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await takePictures(page);
  // A page keeps it until it is loaded anew.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate(async (options) => {
      const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
      const { violations } = await axe.run(options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    }, axeOptions[colorScheme]);
    expect(violations).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Lets no call to `path` below /api arrive while `during` runs. */
export async function cutOff(page: Page, path: string, during: () => Promise<void>): Promise<void> {
  const url = `**/api${path}`;
  const abort = (route: Route) => route.abort();
  await page.route(url, abort);
  await during();
  await page.unroute(url, abort);
}
