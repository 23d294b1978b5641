import { type CDPSession, expect, type Page, type Request } from '@playwright/test';
import { type Journal, writeMany } from '../support/journal-page.ts';
import { type MapPage, openMapPage } from '../support/map-page.ts';
import { test } from '../support/shared-product.ts';
import { IS_TIMED, report, sizeOr } from './timed-run.ts';

test.describe.configure({ mode: 'serial' });

/** 10000 or more in a timed run. */
const SIZE = sizeOr(2_500);
const READY_MS = 1_500;
const LONGEST_TASK_MS = 100;
const PANS = IS_TIMED ? 50 : 15;
const MORE_HEAP = 8_000_000;
const MARKER_LIMIT = 400;

let opened: MapPage;
let journal: Journal;
let page: Page;
let devtools: CDPSession;

test.setTimeout(600_000);

test.beforeAll(async ({ browser }) => {
  opened = await openMapPage(browser);
  journal = opened.journal;
  const { client } = journal;
  const seeAll = { 'x-min-position': await writeMany(client, SIZE, placedAt) };
  const statusOfMap = async () => (await client.call('GET', '/api/anecdotes/map', undefined, seeAll)).status;
  await expect.poll(statusOfMap, { timeout: 500_000 }).toBe(200);
  page = journal.page;
  await page.addInitScript(() => {
    const seen = { ready: 0, longest: 0 };
    Object.assign(window, { seen });
    const watch = new MutationObserver(() => {
      if (!document.querySelector('.leaflet-marker-icon') || !document.querySelector('article')) return;
      seen.ready = performance.now();
      watch.disconnect();
    });
    watch.observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
  });
  await journal.go('/dashboard');
  await expect(page.getByRole('article').first()).toBeVisible();
  devtools = await page.context().newCDPSession(page);
});

test.afterAll(() => opened?.close());

type Watched = Window & { seen: { ready: number; longest: number } };

/** Anecdote `number`, at a fixed place in Europe. */
function placedAt(number: number) {
  return {
    description: `Place ${number}`,
    tags: [`tag${number % 20}`],
    timestamp: new Date(Date.UTC(2024, 0, 1) + number * 3_600_000).toISOString(),
    coordinates: { lat: 36 + ((number * 7919) % 20_000) / 1_000, lng: -8 + ((number * 104_729) % 30_000) / 1_000 },
  };
}

async function heap(): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}

test('a large journal appears on the map soon, as counted cells with all of its anecdotes', async () => {
  await journal.go('/dashboard?view=geo');
  await expect(page.locator('.leaflet-marker-icon').first()).toBeVisible();
  await expect(page.locator('.leaflet-tile-loaded').first()).toBeVisible();
  await expect(page.getByText(`${SIZE.toLocaleString('en-GB')} locations`, { exact: true })).toBeVisible();
  const readyAt = () => page.evaluate(() => (window as unknown as Watched).seen.ready);
  await expect.poll(readyAt).toBeGreaterThan(0);
  const ready = await readyAt();
  report(`map ready after ${Math.round(ready)} ms`);
  if (IS_TIMED) expect(ready).toBeLessThanOrEqual(READY_MS);
  const counted = async () => {
    const names = await page
      .getByRole('application')
      .getByRole('button', { name: /anecdote/i })
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
    return names.reduce((sum, name) => sum + (Number(name.replace(/\D/g, '')) || 1), 0);
  };
  await expect.poll(counted).toBe(SIZE);
});

test('panning a large map has no long tasks, and the numbers of markers and the memory do not grow', async () => {
  const map = page.getByRole('application');
  let asked = 0;
  const count = (by: number) => (request: Request) => {
    if (request.url().includes('/api/anecdotes')) asked += by;
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  const rest = async () => {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
    await expect.poll(() => asked).toBe(0);
  };
  await map.focus();
  await rest();
  const moves = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];
  // Not through the locator of the map: looking it up by its name is a task of its own.
  for (const key of ['+', '+', ...moves, '-']) await page.keyboard.press(key);
  await rest();
  const before = await heap();
  await page.evaluate(() => {
    (window as unknown as Watched).seen.longest = 0;
  });
  for (let pan = 0; pan < PANS; pan += 1) {
    await page.keyboard.press(moves[Math.floor(pan / 3) % moves.length] ?? 'ArrowUp');
    if (pan % 10 === 9) await page.keyboard.press(pan % 20 === 9 ? '+' : '-');
    expect(await page.locator('.leaflet-marker-icon').count()).toBeLessThan(MARKER_LIMIT);
  }
  await rest();
  const longest = await page.evaluate(() => (window as unknown as Watched).seen.longest);
  const grown = (await heap()) - before;
  report(`longest task ${Math.round(longest)} ms, memory grown by ${Math.round(grown / 1000)} kB over ${PANS} pans`);
  expect(grown).toBeLessThan(MORE_HEAP);
  if (IS_TIMED) expect(longest).toBeLessThanOrEqual(LONGEST_TASK_MS);
  await expect(page.getByRole('region', { name: /in this part of the map$/ }).getByRole('heading')).toBeVisible();
});
