import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { holdCalls, nameOf } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';
import { motions } from './misfits.ts';

test.describe.configure({ mode: 'serial' });

let address: string;
let journal: Journal;
let first: AnecdoteView;
let middle: AnecdoteView;

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  journal = await openJournal(browser, address);
  const coordinates = { lat: 47.37818, lng: 8.54019, address: null };
  first = await journal.write('# Monday\n\nIt rained, and **nobody** came.\n\n- tea\n- bread', {
    tags: ['rain'],
    coordinates,
  });
  middle = await journal.write('Then the sun came out.', { connected_to: first.id, tags: ['sun'] });
  await journal.write('Then the sun went in.', { connected_to: first.id, tags: ['rain'] });
  await journal.write('A walk in the park.', { connected_to: middle.id });
  await journal.client.call('POST', '/api/api-keys', { name: 'Phone' });
  await journal.go('/dashboard');
});

test.afterAll(() => journal?.close());

/** Opens a page that measures how far its parts move. */
async function openMeasuredPage(viewportSize: { width: number; height: number }): Promise<Page> {
  const page = await journal.page.context().newPage();
  await page.setViewportSize(viewportSize);
  await page.addInitScript(`globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shift += value;
    }).observe({ type: 'layout-shift', buffered: true })`);
  return page;
}

async function expectStill(page: Page): Promise<void> {
  await expect.poll(() => motions(page)).toEqual([]);
  expect(await page.evaluate<number>('globalThis.shift')).toBeLessThan(0.005);
}

test('nothing moves while a past journal loads on a phone', async () => {
  const page = await openMeasuredPage({ width: 390, height: 844 });
  await page.goto(`${address}/tags?as_of=${new Date().toISOString()}`);
  await expect(page.getByRole('region', { name: 'Journal as of a date' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expectStill(page);
  await page.close();
});

for (const [view, call, shown] of [
  ['graph', /^GET \/connections/, 'All connections'],
  ['geo', /^GET \/anecdotes\/map/, /in this part of the map$/],
] as const) {
  for (const [width, height] of [
    [390, 844],
    [1366, 900],
  ] as const) {
    test(`nothing moves while the ${view} view loads at ${width} pixels`, async () => {
      const page = await openMeasuredPage({ width, height });
      const release = await holdCalls(page, call);
      const asked = page.waitForRequest((request) => call.test(nameOf(request)));
      await page.goto(`${address}/dashboard?view=${view}`);
      await asked;
      await expect(page.getByText('Loading the connections…')).toHaveCount(view === 'graph' ? 1 : 0);
      await release();
      await expect(page.getByRole('region', { name: shown })).toBeVisible();
      await expectStill(page);
      await page.close();
    });
  }
}

test('tags, API keys and activity show placeholders while they load, and nothing else moves then', async () => {
  const page = await openMeasuredPage({ width: 390, height: 844 });
  for (const [path, call] of [
    ['/tags', /^GET \/tags/],
    ['/api-keys', /^GET \/api-keys/],
    ['/activity', /^GET \/history/],
  ] as const) {
    const release = await holdCalls(page, call);
    await page.goto(`${address}${path}`);
    const placeholders = page.locator('main').getByRole('status').filter({ hasText: 'Loading' });
    await expect(placeholders.locator('[aria-hidden]')).toHaveCount(6);
    await release();
    await expect(page.locator('main').getByRole('listitem').first()).toBeVisible();
    await expect(placeholders).toHaveCount(0);
    await expectStill(page);
  }
  await page.close();
});

test('nothing moves when the chain of a timeline arrives', async () => {
  const page = await openMeasuredPage({ width: 390, height: 844 });
  const call = /^GET \/anecdotes\/[^/]+\/connections/;
  const release = await holdCalls(page, call);
  const asked = page.waitForRequest((request) => call.test(nameOf(request)));
  await page.goto(`${address}/timeline/${middle.id}`);
  await asked;
  await release();
  await expect(page.getByRole('link', { name: 'Branch 1 of 2' })).toBeVisible();
  await expectStill(page);
  await page.close();
});

test('nothing moves when the code that renders the text of an anecdote arrives', async () => {
  const page = await openMeasuredPage({ width: 390, height: 844 });
  const released = Promise.withResolvers<void>();
  await page.route(/\/assets\/markdown-.*\.js/, (route) => released.promise.then(() => route.continue()));
  const code = page.waitForRequest(/\/assets\/markdown-/);
  const release = await holdCalls(page, new RegExp(`^GET /anecdotes/${first.id}$`));
  await page.goto(`${address}/anecdotes/${first.id}`);
  await expect(page.getByText('Loading anecdotes…')).toBeAttached();
  await release();
  await code;
  released.resolve();
  await expect(page.getByText('Monday', { exact: true })).toBeVisible();
  await expectStill(page);
  await page.close();
});
