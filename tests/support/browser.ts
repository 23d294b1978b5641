import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Locator, type Page, type Route } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { takePictures } from './pictures.ts';

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** Without what no rule or message here needs: selectors, and copies of the style sheets for an experimental rule. */
const short = { resultTypes: ['violations'], selectors: false } satisfies RunOptions;
/** Dark mode changes only colours, so only their contrast is checked there. */
const axeOptions: Record<'light' | 'dark', RunOptions> = {
  light: { ...short, preload: { assets: ['media'] } },
  dark: { ...short, preload: false, runOnly: { type: 'rule', values: ['color-contrast'] } },
};

/** How long a change may take to reach another screen: 1 s on a quiet machine (QUIET=1), 10 s on a busy one. */
export const liveUpdateTimeout = { timeout: process.env.QUIET ? 1_000 : 10_000 };

/**
 * Opens a page in a browser context of its own, with reduced motion. Its uncaught errors, and what its content security
 * policy refused, are added to `problems`.
 */
export async function openPage(browser: Browser, problems: string[] = []): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Trusted(?:HTML|Script)/.test(message.text()))
      problems.push(message.text());
  });
  return page;
}

/**
 * Chooses a radio button whose state is in the address: it changes when the navigation has ended, but `check` expects
 * that at once.
 */
export async function choose(radio: Locator): Promise<void> {
  await radio.click();
  await expect(radio).toBeChecked();
}

/** Expects that axe finds no violations on `page` in its current state, in light and in dark mode. */
export async function expectAccessible(page: Page): Promise<void> {
  await takePictures(page);
  // A page keeps the script until it is reloaded.
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

/** Aborts all calls to `path` below /api while `during` runs. */
export async function withAbortedCalls(page: Page, path: string, during: () => Promise<void>): Promise<void> {
  const url = `**/api${path}`;
  const abort = (route: Route) => route.abort();
  await page.route(url, abort);
  await during();
  await page.unroute(url, abort);
}
