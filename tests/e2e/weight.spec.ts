import { gzipSync } from 'node:zlib';
import { type Browser, expect } from '@playwright/test';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';

/** Limits in bytes after gzip, for everything a screen loads before it is used. */
const CSS = 30_000;
const LANDING = 130_000;
const DASHBOARD = 220_000;
/** With Leaflet, and the outline of the world that a map without tiles brings. */
const MAP = 310_000;
/** With sigma and graphology. */
const GRAPH = 300_000;

let address: string;
let journal: Journal;
let linked: string;

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  journal = await openJournal(browser, address);
  const first = await journal.write('Something to show', { tags: ['weight'] });
  linked = first.id;
});

test.afterAll(() => journal?.close());

/** What a browser that never was here fetches for `path` until it rests; with a `token` it is logged in, and waits for `sign`. */
async function weightOf(browser: Browser, path: string, token?: string, sign: 'article' | 'application' = 'article') {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  if (token) await context.addInitScript((kept) => localStorage.setItem('auth_token', kept), token);
  const page = await context.newPage();
  const files = new Map<string, Buffer>();
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(?:js|css)$/.test(pathname)) return;
    reading.push(response.body().then((body) => void files.set(pathname, body)));
  });
  await page.goto(`${address}${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (token) await expect(page.getByRole(sign)).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
  page.removeAllListeners('response');
  await Promise.all(reading);
  await context.close();
  const sum = (ending: string) =>
    [...files].reduce(
      (total, [name, body]) => total + (name.endsWith(ending) ? gzipSync(body, { level: 9 }).length : 0),
      0,
    );
  const code = [...files].map(([, body]) => body.toString()).join('\n');
  return { scripts: sum('.js'), styles: sum('.css'), code };
}

test('the landing page is light', async ({ browser }) => {
  const { scripts, styles, code } = await weightOf(browser, '/');
  expect(scripts).toBeGreaterThan(0);
  expect(scripts).toBeLessThanOrEqual(LANDING);
  expect(styles).toBeLessThanOrEqual(CSS);
  expect(code).not.toMatch(/leaflet|sigma/i);
});

test('the dashboard is light, and holds no map and no graph', async ({ browser }) => {
  const { scripts, styles, code } = await weightOf(browser, '/dashboard', journal.client.token);
  expect(scripts).toBeGreaterThan(0);
  expect(scripts).toBeLessThanOrEqual(DASHBOARD);
  expect(styles).toBeLessThanOrEqual(CSS);
  expect(code).not.toMatch(/leaflet|sigma|blockquote_open/i);
});

test('reading an anecdote without Markdown brings no code for it, and is as light as the dashboard', async ({
  browser,
}) => {
  const path = `/anecdotes/${linked}`;
  const { scripts, styles, code } = await weightOf(browser, path, journal.client.token);
  expect(code).not.toMatch(/blockquote_open/);
  expect(scripts).toBeLessThanOrEqual(DASHBOARD);
  expect(styles).toBeLessThanOrEqual(CSS);
});

test('the map brings Leaflet, and is light too', async ({ browser }) => {
  const { scripts, styles, code } = await weightOf(browser, '/dashboard?view=geo', journal.client.token);
  expect(code).toMatch(/leaflet/i);
  expect(scripts).toBeLessThanOrEqual(MAP);
  expect(styles).toBeLessThanOrEqual(CSS);
});

test('the first graph brings sigma, and is light too', async ({ browser }) => {
  await journal.write('Something that goes on', { connected_to: linked });
  const path = `/visualization/${linked}`;
  const { scripts, styles, code } = await weightOf(browser, path, journal.client.token, 'application');
  expect(code).toMatch(/sigma/i);
  expect(code).not.toMatch(/leaflet/i);
  expect(scripts).toBeLessThanOrEqual(GRAPH);
  expect(styles).toBeLessThanOrEqual(CSS);
});
