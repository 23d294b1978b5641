import { expect, type Page } from '@playwright/test';
import { cutOff, expectAccessible } from '../support/browser.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const station = { lat: 47.37818, lng: 8.54019, address: 'Central Station' };

let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
});

test.afterAll(async () => {
  await journal?.close();
});

function place(name: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });
}

function elsewhere() {
  return page.getByRole('region', { name: /^Anecdotes without Location/ });
}

test('an empty journal offers the first steps there too', async () => {
  await journal.go('/dashboard?view=geo');
  await expect(page.getByRole('link', { name: 'Create Your First Anecdote' })).toBeVisible();
});

test('Geo is the third view and stands in the address', async () => {
  await journal.write('The tram driver waited.', { tags: ['kindness'], coordinates: station });
  await journal.write('He plays there on Fridays.', { coordinates: { ...station, address: null } });
  await journal.write('Along the lake.', {
    coordinates: { lat: 47.36, lng: 8.54, address: null },
    location: 'Lake promenade',
  });
  await journal.write('Somewhere off the path.', { coordinates: { lat: -33.5, lng: 0.25, address: null } });
  await journal.write('Rain at home.', { location: 'The kitchen', tags: ['rain', 'home', 'soup', 'radio', 'cat'] });
  await journal.write('No place at all.');
  await journal.go('/dashboard');
  const views = page.getByRole('radiogroup', { name: 'View' });
  await expect(views).toHaveText('TimelineGridGeo');
  const geo = views.getByRole('radio', { name: 'Geo' });
  await geo.check();
  await expect(page).toHaveURL(/\/dashboard\?view=geo$/);
  await page.reload();
  await expect(geo).toBeChecked();
});

test('located anecdotes are grouped by place, the others follow', async () => {
  await expect(page.getByText('3 locations', { exact: true })).toBeVisible();
  await expect(page.getByText('6 total anecdotes', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Custom location',
    'Lake promenade',
    'Custom location',
  ]);
  await expect(page.getByRole('heading', { name: 'Anecdotes without Location (2)' })).toBeVisible();
  await expect(elsewhere().getByRole('article')).toHaveCount(2);
  await expect(elsewhere().getByText('The kitchen')).toBeVisible();
  await expectAccessible(page);
});

test('each place opens an open map in a tab of its own', async () => {
  const link = place('Lake promenade').getByRole('link', { name: 'Open in Maps: Lake promenade' });
  await expect(link).toHaveAttribute('href', 'https://www.openstreetmap.org/?mlat=47.36&mlon=8.54#map=15/47.36/8.54');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
});

test('a card with coordinates leads there too, in every view', async () => {
  for (const view of ['?view=geo', '?view=timeline', '']) {
    await journal.go(`/dashboard${view}`);
    const note = page.getByRole('article').filter({ hasText: 'Along the lake.' });
    await expect(note.getByTitle('Open in maps')).toHaveAttribute('href', /#map=15\/47\.36\/8\.54$/);
    await expect(page.getByRole('article').filter({ hasText: 'No place at all.' })).toBeVisible();
    const without = page.getByRole('article').filter({ hasText: 'No place at all.' });
    await expect(without.getByTitle('Open in maps')).toHaveCount(0);
  }
});

test('cards are short: three tags and how many more there are', async () => {
  await journal.go('/dashboard?view=geo');
  const note = page.getByRole('article').filter({ hasText: 'Rain at home.' });
  await expect(note.getByRole('button', { name: /^(rain|home|soup|radio|cat)$/ })).toHaveText(['rain', 'home', 'soup']);
  await expect(note.getByText('+2')).toHaveAttribute('title', 'radio, cat');
});

test('filters hold here, and what passes none is said', async () => {
  await journal.go('/dashboard?view=geo');
  await page.getByRole('article').filter({ hasText: 'tram driver' }).getByRole('button', { name: 'kindness' }).click();
  await expect(page).toHaveURL(/view=geo/);
  await expect(page.getByText('1 location', { exact: true })).toBeVisible();
  await expect(page.getByText('1 total anecdote', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Central Station' })).toBeVisible();
  await expect(elsewhere()).toHaveCount(0);
  await journal.go('/dashboard?view=geo&q=nothing-like-this');
  await expect(page.getByRole('heading', { name: 'No anecdotes to display' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect(page.getByText('6 total anecdotes', { exact: true })).toBeVisible();
});

test('Same Here and Delete work on a card', async () => {
  await journal.go('/dashboard?view=geo');
  const note = page.getByRole('article').filter({ hasText: 'No place at all.' });
  const sameHere = note.getByRole('button', { name: /Same Here/ });
  await expect(sameHere).toBeVisible();
  await cutOff(page, '/anecdotes/cursor**', async () => {
    await sameHere.click();
    await expect(sameHere).toHaveAttribute('aria-pressed', 'true');
    await expect(sameHere).toBeEnabled();
  });
  await note.getByRole('button', { name: 'Delete' }).click();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Anecdotes without Location (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(note).toBeVisible();
});

test('on a phone nothing is wider than the screen', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await journal.go('/dashboard?view=geo');
  await expect(page.getByText('3 locations', { exact: true })).toBeVisible();
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('a long journal stays bounded: so many anecdotes are looked through, so many cards drawn', async () => {
  for (let batch = 0; batch < 3; batch += 1) {
    const anecdotes = Array.from({ length: 500 }, (_, index) => ({
      description: `Number ${batch * 500 + index}`,
      tags: [],
      timestamp: new Date(Date.UTC(2024, 0, 1) + (batch * 500 + index) * 3_600_000).toISOString(),
      ...(index % 2 === 0 && { coordinates: { lat: (index % 80) / 2, lng: batch } }),
    }));
    await journal.client.call('POST', '/api/anecdotes/batch', { anecdotes });
  }
  await journal.go('/dashboard?view=geo');
  await expect(page.getByText('Showing places from the newest 1,000 of 1,506 anecdotes.')).toBeVisible();
  expect(await page.getByRole('article').count()).toBeLessThan(130);
  await expect(page.getByRole('button', { name: 'Show 30 more locations' })).toBeVisible();
  await page.getByRole('button', { name: 'Load older anecdotes' }).click();
  await expect(page.getByRole('button', { name: 'Load older anecdotes' })).toHaveCount(0);
  await expect(page.getByText('1,506 total anecdotes', { exact: true })).toBeVisible();
});

test('no page has failed', () => {
  expect(journal.problems).toEqual([]);
});
