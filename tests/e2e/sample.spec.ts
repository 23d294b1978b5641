import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { message } from '../support/dashboard-page.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let address: string;
let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  journal = await openJournal(browser, address);
  page = journal.page;
});

test.afterAll(async () => {
  await journal?.close();
});

async function total(): Promise<number> {
  const { body } = await journal.client.call<AnecdoteView[]>('GET', '/api/anecdotes?page_size=1');
  return Number(body.pagination?.totalItems);
}

test('a thousand samples come in batches, some connected to earlier ones', async () => {
  await journal.go('/entry');
  await page.getByRole('button', { name: 'Add 1,000 sample anecdotes' }).click();
  await expect(message(page, '1,000 sample anecdotes imported')).toBeVisible();
  await expect.poll(total).toBe(1_000);
  const { body } = await journal.client.call<AnecdoteView[]>('GET', '/api/anecdotes?page_size=100');
  const connected = body.data.filter(({ connected_to }) => connected_to !== null);
  expect(connected.length).toBeGreaterThan(2);
  for (const { connected_to, timestamp } of connected) {
    const { body: parent } = await journal.client.call('GET', `/api/anecdotes/${connected_to}`);
    expect(parent.data.timestamp <= timestamp).toBe(true);
  }
});

test('a batch whose answer was lost is sent again and made once', async () => {
  await journal.go('/entry');
  let cuts = 0;
  await page.route('**/api/anecdotes/batch', async (route) => {
    if (cuts >= 4) return route.continue();
    cuts += 1;
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Add 10 sample anecdotes' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'of 10 are in your journal' })).toBeVisible({
    timeout: 20_000,
  });
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(message(page, '10 sample anecdotes imported')).toBeVisible();
  await page.unroute('**/api/anecdotes/batch');
  await expect.poll(total).toBe(1_010);
});

test('a reset puts new samples in the place of the old, but not of what was written or changed', async ({
  browser,
}) => {
  const other = await openJournal(browser, address);
  await other.write('My own words.');
  await other.go('/entry');
  await other.page.getByRole('button', { name: 'Add 10 sample anecdotes' }).click();
  await expect(other.page.getByText('10 sample anecdotes imported').last()).toBeVisible();
  const all = async () => (await other.client.call<AnecdoteView[]>('GET', '/api/anecdotes?page_size=100')).body.data;
  await expect.poll(async () => (await all()).length).toBe(11);
  const [sample] = (await all()).filter(({ description }) => description !== 'My own words.');
  await other.client.call('PUT', `/api/anecdotes/${sample?.id}`, { description: 'Changed by me.' });

  await other.page.getByRole('button', { name: 'Reset sample' }).click();
  const dialog = other.page.getByRole('dialog', { name: 'Reset the sample?' });
  await expect(dialog).toContainText('The 10 sample anecdotes');
  await dialog.getByRole('button', { name: 'Reset sample' }).click();
  await expect(other.page.getByText('100 sample anecdotes imported').last()).toBeVisible({ timeout: 20_000 });
  await expect
    .poll(async () => (await other.client.call('GET', '/api/anecdotes?page_size=1')).body.pagination?.totalItems)
    .toBe(102);
  for (const own of ['My own words.', 'Changed by me.']) {
    const found = await other.client.call<AnecdoteView[]>('GET', `/api/anecdotes?search=${encodeURIComponent(own)}`);
    expect(found.body.data).toHaveLength(1);
  }
  await other.page.context().close();
});

test('no page has complained', () => {
  expect(journal.problems).toEqual([]);
});
