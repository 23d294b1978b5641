import type { AnecdoteView, SamplesView } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, openPage } from '../support/browser.ts';
import { message } from '../support/dashboard-page.ts';
import { type Journal, keepLoggedIn, openJournal } from '../support/journal-page.ts';
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

test.afterAll(() => journal?.close());

async function total({ client } = journal): Promise<number> {
  const { body } = await client.call<AnecdoteView[]>('GET', '/api/anecdotes?page_size=1');
  return Number(body.pagination?.totalItems);
}

/** Opens the entry screen and unfolds the sample data at its end. */
async function openSamples({ page }: Pick<Journal, 'page'>): Promise<void> {
  await page.goto(`${address}/entry`);
  await page.getByRole('heading', { name: 'Sample data' }).click();
}

test('a large sample asks for confirmation in a journal with own anecdotes, and resumes where a reload stopped it', async () => {
  test.slow();
  await journal.write('My own words.');
  await openSamples(journal);
  await page.getByRole('button', { name: 'Add 1,000 sample anecdotes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add 1,000 sample anecdotes?' });
  await expect(dialog).toContainText('Your journal already has 1 anecdote of your own.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  let batches = 0;
  await page.route('**/api/anecdotes/batch', async (route) => {
    batches += 1;
    if (batches > 1) await route.fetch();
    else await route.continue();
  });
  await page.getByRole('button', { name: 'Add 1,000 sample anecdotes' }).click();
  await dialog.getByRole('button', { name: 'Add them' }).click();
  await expect.poll(() => batches).toBe(2);
  // The route is removed only after the reload, because the held call would continue without it.
  await page.reload();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(page.getByRole('alert').filter({ hasText: '500 of 1,000 added' })).toBeVisible();
  await journal.go('/dashboard');
  const stopped = message(page, /^Adding sample data stopped when you left the page: 500 of 1,000 added/);
  await expect(stopped).toBeVisible();
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Resume' }).click();
  await expect(message(page, '1,000 sample anecdotes imported')).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => total()).toBe(1_001);
});

test('some samples continue an earlier one', async () => {
  const { body } = await journal.client.call<AnecdoteView[]>('GET', '/api/anecdotes?page_size=100');
  const connected = body.data.filter(({ connected_to }) => connected_to !== null);
  expect(connected.length).toBeGreaterThan(2);
  for (const { connected_to, timestamp } of connected) {
    const { body: parent } = await journal.client.call('GET', `/api/anecdotes/${connected_to}`);
    expect(parent.data.timestamp <= timestamp).toBe(true);
  }
});

test('a batch whose answer was lost is sent again and stored once, and the keyboard focus stays in the section', async () => {
  await openSamples(journal);
  const focused = page.getByRole('region', { name: 'Sample data' }).locator(':focus');
  let cuts = 0;
  await page.route('**/api/anecdotes/batch', async (route) => {
    if (cuts >= 4) return route.continue();
    cuts += 1;
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Add 10 sample anecdotes' }).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: '0 of 10 added' })).toBeVisible({
    timeout: 30_000,
  });
  await expect(focused).toHaveCount(1);
  await page.getByRole('button', { name: 'Resume' }).press('Enter');
  await expect(message(page, '10 sample anecdotes imported')).toBeVisible();
  await expect(focused).toHaveCount(1);
  await page.unroute('**/api/anecdotes/batch');
  await expect.poll(() => total()).toBe(1_011);
});

test('all samples, including edited ones, can be removed from any browser and restored', async ({ browser }) => {
  test.slow();
  const samples = async () => (await journal.client.call<SamplesView>('GET', '/api/anecdotes/samples')).body.data;
  const { count, ids } = await samples();
  expect(count).toBe(1_010);
  const [edited = ''] = ids;
  await journal.client.call('PUT', `/api/anecdotes/${edited}`, { description: 'Changed by me.' });

  const elsewhere = await openPage(browser, journal.problems);
  await keepLoggedIn(elsewhere, journal.client);
  await openSamples({ page: elsewhere });
  await expect(elsewhere.getByText('1,010 sample anecdotes are in your journal.')).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Remove all samples' }).click();
  const dialog = elsewhere.getByRole('dialog', { name: 'Remove all samples?' });
  await expect(dialog).toContainText('1,010 sample anecdotes, including any you edited, will be removed.');
  await expectAccessible(elsewhere);
  await dialog.getByRole('button', { name: 'Remove them' }).click();
  await expect(message(elsewhere, '1,010 sample anecdotes removed')).toBeVisible({ timeout: 60_000 });
  expect(await total()).toBe(1);

  await expect(elsewhere.getByText(/^1,010 sample anecdotes were removed on/)).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Restore them' }).click();
  await expect(message(elsewhere, '1,010 sample anecdotes restored')).toBeVisible({ timeout: 60_000 });
  expect(await total()).toBe(1_011);
  expect((await journal.client.call('GET', `/api/anecdotes/${edited}`)).body.data.description).toBe('Changed by me.');
  expect((await samples()).removal).toBe(null);
  await elsewhere.context().close();
});

test("a reset replaces the old samples and keeps the person's own anecdotes", async ({ browser }) => {
  const other = await openJournal(browser, address);
  await other.write('My own words.');
  await openSamples(other);
  await other.page.getByRole('button', { name: 'Add 10 sample anecdotes' }).click();
  await expect(message(other.page, '10 sample anecdotes imported')).toBeVisible();
  await other.page.getByRole('button', { name: 'Reset sample' }).click();
  const dialog = other.page.getByRole('dialog', { name: 'Reset the sample?' });
  await expect(dialog).toContainText('10 sample anecdotes, including any you edited');
  await dialog.getByRole('button', { name: 'Reset sample' }).click();
  await expect(message(other.page, '100 sample anecdotes imported')).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => total(other)).toBe(101);
  const found = await other.client.call<AnecdoteView[]>('GET', '/api/anecdotes?search=My%20own%20words.');
  expect(found.body.data).toHaveLength(1);
  await other.close();
});
