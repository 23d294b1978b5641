import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { choose, expectAccessible } from '../support/browser.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let journal: Journal;
let page: Page;
let old: AnecdoteView;
/** The instant before the old anecdote was changed. */
let then: string;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  old = await journal.write('A tram with a cello.', {
    timestamp: '2025-03-05T10:00:00.000Z',
    tags: ['tram'],
    coordinates: { lat: 47, lng: 8, address: null },
  });
  const next = await journal.write('Rain on the way home.', {
    timestamp: '2025-03-05T11:00:00.000Z',
    connected_to: old.id,
    tags: ['rain'],
  });
  const call = (method: string, path: string, body?: object) => journal.client.call<AnecdoteView>(method, path, body);
  then = next.created_at;
  // Waits for a later millisecond, so that the instant is before the change.
  await expect.poll(() => new Date().toISOString() > then).toBe(true);
  await call('PUT', `/api/anecdotes/${old.id}`, { description: 'A bus.', tags: ['bus'], coordinates: null });
  await call('DELETE', `/api/anecdotes/${next.id}`);
});

test.afterAll(() => journal?.close());

const banner = () => page.getByRole('region', { name: 'Journal as of a date' });
const cards = () => page.getByRole('main').getByRole('article');

test('a date without a time means the end of that day, its last minute included', async () => {
  await journal.go('/dashboard');
  await page.getByRole('button', { name: 'As of a date' }).click();
  const dialog = page.getByRole('dialog', { name: 'As of a date' });
  await dialog.getByLabel('Date').fill('2020-01-31');
  await dialog.getByLabel('Time').fill('');
  await dialog.getByLabel('Time').press('Enter');
  await expect(page).toHaveURL(/as_of=2020-01-31T22%3A59%3A59\.999Z/);
});

test('today without a time means now', async () => {
  await journal.go('/dashboard');
  await page.getByRole('button', { name: 'As of a date' }).click();
  const dialog = page.getByRole('dialog', { name: 'As of a date' });
  await dialog.getByLabel('Date').fill(await page.evaluate(() => new Date().toLocaleDateString('sv')));
  await dialog.getByLabel('Time').fill('');
  const before = Date.now() - 60_000;
  await dialog.getByLabel('Time').press('Enter');
  await expect(banner()).toBeVisible();
  const at = Date.parse(new URL(page.url()).searchParams.get('as_of') ?? '');
  expect(at).toBeGreaterThan(before);
  expect(at).toBeLessThanOrEqual(Date.now());
});

test('a control of the dashboard shows the journal as of a date, which is kept in the address', async () => {
  await journal.go('/dashboard');
  await expect(cards()).toHaveText([/A bus/]);
  await page.getByRole('button', { name: 'As of a date' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'As of a date' });
  await expectAccessible(page);
  await dialog.getByLabel('Date').fill('2020-01-31');
  await dialog.getByLabel('Time').fill('12:00');
  await dialog.getByLabel('Time').press('Enter');
  await expect(banner()).toContainText('31 Jan 2020, 12:00');
  await expect(page.getByRole('heading', { name: 'Nothing written down by then' })).toBeVisible();
  await expect(page).toHaveURL(/as_of=2020-01-31T/);
  await journal.go(`/dashboard?as_of=${then}`);
  await expect(cards()).toHaveText([/Rain on the way home/, /A tram with a cello/]);
  await expect(page.getByRole('main').getByText('tram', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
});

test('an as_of that is no instant is removed from the address, which shows the present journal', async () => {
  for (const path of ['/dashboard', '/tags', `/anecdotes/${old.id}`]) {
    await journal.go(`${path}?as_of=yesterday`);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(banner()).toHaveCount(0);
  }
  await journal.go(`/dashboard?as_of=${then}`);
  await expect(banner()).toBeVisible();
});

test('on a tablet the top bar is as high as in the present journal', async () => {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 820, height: 1180 });
  const button = page.getByRole('banner').getByRole('button', { name: 'Back to now' });
  await expect(button).toBeVisible();
  expect((await button.boundingBox())?.height).toBeLessThan(50);
  await page.setViewportSize(size ?? { width: 1280, height: 720 });
});

test('nothing can be changed in a past journal, by buttons or by keys', async () => {
  for (const name of ['New Anecdote', 'Edit', 'Delete', 'Same Here', 'Connect to…', 'Continue this']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  }
  await cards().first().focus();
  for (const key of ['e', 's', 'c', 'n']) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/dashboard\?as_of=/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('map, graph, tags and a single anecdote show the journal as of the same date', async () => {
  await choose(page.getByRole('radio', { name: 'Geo' }));
  await expect(page.getByText('1 location', { exact: true })).toBeVisible();
  await choose(page.getByRole('radio', { name: 'Graph' }));
  await expect(page.getByRole('region', { name: 'Chains as a list' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Edit connections' })).toHaveCount(0);
  await journal.go(`/tags?as_of=${then}`);
  // Its code may arrive after the list, which it moves.
  await expect(banner()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText([/rain/, /tram/]);
  await page.getByRole('link', { name: 'tram', exact: true }).click();
  await expect(cards()).toHaveText([/A tram with a cello/]);
  await cards().first().press('Enter');
  await expect(page).toHaveURL(new RegExp(`/anecdotes/${old.id}\\?as_of=`));
  await expect(page.getByRole('article')).toContainText('A tram with a cello.');
  await expect(page.getByRole('button', { name: 'Show changes' })).toHaveCount(0);
});

test('the palette finds the anecdotes of the past journal', async () => {
  await journal.go(`/tags?as_of=${then}`);
  await expect(banner()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a command or anecdote' }).fill('cello');
  await page.getByRole('option', { name: 'A tram with a cello.' }).click();
  await expect(page).toHaveURL(new RegExp(`/anecdotes/${old.id}\\?as_of=`));
  await expect(page.getByRole('article')).toContainText('A tram with a cello.');
});

test('Surprise me of the palette opens no anecdote that was not there yet', async () => {
  await journal.go('/dashboard?as_of=2020-01-31T12:00:00.000Z');
  await expect(banner()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Surprise me' }).click();
  await expect(page.getByText('There is no anecdote to surprise you with yet.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\?as_of=/);
});

test('the calendar that the palette opens counts the anecdotes of the past journal', async () => {
  await journal.go(`/dashboard?as_of=${then}`);
  await expect(banner()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Calendar: go to a day' }).click();
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  await expect(calendar.getByRole('button', { name: '2025: 2 anecdotes', exact: true })).toBeVisible();
  await expect(calendar.getByRole('button', { name: '5 Mar 2025: 2 anecdotes', exact: true })).toBeVisible();
});

test('the banner and the top bar lead back to the current journal, without losing the focus', async () => {
  for (const place of [banner(), page.getByRole('banner')]) {
    await journal.go(`/anecdotes/${old.id}?as_of=${then}`);
    await place.getByRole('button', { name: 'Back to now' }).press('Enter');
    await expect(page).toHaveURL(new RegExp(`/anecdotes/${old.id}$`));
    await expect(page.getByRole('article')).toContainText('A bus.');
    await expect(banner()).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
  }
});

test('the dialog stays closed when the dashboard that it was left with is shown again', async () => {
  await page.getByRole('link', { name: 'Anecdotes: go to your journal' }).click();
  await page.getByRole('button', { name: 'As of a date' }).click();
  await expect(page.getByRole('dialog', { name: 'As of a date' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/anecdotes/${old.id}$`));
  await page.goForward();
  await expect(cards()).toHaveText([/A bus/]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
