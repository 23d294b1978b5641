import { gzipSync } from 'node:zlib';
import { type Browser, expect } from '@playwright/test';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';

/** Limits in bytes after gzip, for everything that a screen loads before it is used. */
const CSS = 20_000;
/** The scripts of the landing page, without React; its styles are inline. */
const LANDING = 14_000;
const DASHBOARD = 207_500;
const READING = 220_000;
/** Includes Leaflet and the outline of the world that is shown without tiles. */
const MAP = 310_000;
/** Includes sigma and graphology. */
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

/**
 * The scripts and styles that a new browser fetches for `path`. With a `token` it is logged in and waits for `sign`.
 */
async function weightOf(browser: Browser, path: string, token?: string, sign: 'article' | 'application' = 'article') {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  if (token) await context.addInitScript((kept) => localStorage.setItem('auth_token', kept), token);
  const page = await context.newPage();
  const files = new Map<string, Buffer>();
  const requested: string[] = [];
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(?:js|css)$/.test(pathname)) return;
    requested.push(pathname);
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
  const repeated = requested.filter((name, index) => requested.indexOf(name) !== index);
  return { scripts: sum('.js'), styles: sum('.css'), code, repeated };
}

test('the landing page stays within its size limits', async ({ browser }) => {
  const { scripts, styles, code } = await weightOf(browser, '/');
  expect(scripts).toBeGreaterThan(0);
  expect(scripts).toBeLessThanOrEqual(LANDING);
  expect(styles).toBeLessThanOrEqual(CSS);
  expect(code).not.toMatch(/leaflet|sigma/i);
});

test('the dashboard stays within its size limits and loads no code for map, graph or Markdown', async ({ browser }) => {
  const { scripts, styles, code } = await weightOf(browser, '/dashboard', journal.client.token);
  expect(scripts).toBeGreaterThan(0);
  expect(scripts).toBeLessThanOrEqual(DASHBOARD);
  expect(styles).toBeLessThanOrEqual(CSS);
  expect(code).not.toMatch(/leaflet|sigma|blockquote_open/i);
});

test('a screen requests each of its scripts and style sheets once', async ({ browser }) => {
  const { token } = journal.client;
  expect((await weightOf(browser, '/dashboard', token)).repeated).toEqual([]);
  expect((await weightOf(browser, `/anecdotes/${linked}`, token)).repeated).toEqual([]);
  expect((await weightOf(browser, '/auth')).repeated).toEqual([]);
});

test('the dashboard requests its first data once, while its code is loading', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.addInitScript((kept) => localStorage.setItem('auth_token', kept), journal.client.token);
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(?:anecdotes(?:\/memories)?|statistics|auth\/me)$/.test(pathname)) asked.push(pathname);
  });
  // The code of the app is held back, so that only the script in the head can send these requests.
  const release = Promise.withResolvers<void>();
  await page.route(/\/assets\/app-.*\.js$/, (route) => release.promise.then(() => route.continue()));
  const list = page.waitForResponse(/\/api\/anecdotes\?/);
  await page.goto(`${address}/dashboard`, { waitUntil: 'commit' });
  await list;
  release.resolve();
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page.getByText(/^Showing all/)).toBeVisible();
  expect(asked.sort()).toEqual(['/api/anecdotes', '/api/anecdotes/memories', '/api/auth/me', '/api/statistics']);
  await context.close();
});

test('the dashboard requests its memories once, for UTC, in a browser that cannot find out its zone', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.addInitScript((kept) => {
    localStorage.setItem('auth_token', kept);
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
    };
  }, journal.client.token);
  const page = await context.newPage();
  const zones: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/anecdotes/memories') zones.push(searchParams.get('time_zone'));
  });
  await page.goto(`${address}/dashboard`);
  await expect(page.getByText(/^Showing all/)).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(zones).toEqual(['UTC']);
  await context.close();
});

test('an anecdote without Markdown loads no code for it and stays within its size limits', async ({ browser }) => {
  const path = `/anecdotes/${linked}`;
  const { scripts, styles, code } = await weightOf(browser, path, journal.client.token);
  expect(code).not.toMatch(/blockquote_open/);
  expect(scripts).toBeLessThanOrEqual(READING);
  expect(styles).toBeLessThanOrEqual(CSS);
});

test('the map loads Leaflet and stays within its size limits', async ({ browser }) => {
  const { scripts, styles, code } = await weightOf(browser, '/dashboard?view=geo', journal.client.token);
  expect(code).toMatch(/leaflet/i);
  expect(scripts).toBeLessThanOrEqual(MAP);
  expect(styles).toBeLessThanOrEqual(CSS);
});

test('the first graph loads sigma and stays within its size limits', async ({ browser }) => {
  await journal.write('Something that goes on', { connected_to: linked });
  const path = `/visualization/${linked}`;
  const { scripts, styles, code } = await weightOf(browser, path, journal.client.token, 'application');
  expect(code).toMatch(/sigma/i);
  expect(code).not.toMatch(/leaflet/i);
  expect(scripts).toBeLessThanOrEqual(GRAPH);
  expect(styles).toBeLessThanOrEqual(CSS);
});
