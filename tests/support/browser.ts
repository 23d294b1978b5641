import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page, type Route } from '@playwright/test';
import { takePictures } from './pictures.ts';

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
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Without frames of other hosts the older way finds the same in half the time.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // What a theme can change is colours.
    if (colorScheme === 'dark') axe.withRules(['color-contrast']);
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
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
