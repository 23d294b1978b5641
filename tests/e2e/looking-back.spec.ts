import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { type Journal, keepLoggedIn, openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  // A 28 February of a common year, on which 29 February is remembered too.
  await page.clock.setFixedTime('2025-02-28T12:00:00+01:00');
  for (const [description, timestamp] of [
    ['Before all others.', '0001-01-02T12:00:00.000Z'],
    ['Ice on the canal.', '2010-02-28T12:00:00.000Z'],
    ['The heron stood still.', '2015-02-28T12:00:00.000Z'],
    ['A letter from Lisbon.', '2023-02-28T12:00:00.000Z'],
    ['The bakery smelled of oranges.', '2024-02-28T08:00:00.000Z'],
    ['Half past midnight in Zurich.', '2024-02-28T23:30:00.000Z'],
    ['Nothing to do with it.', '2024-03-02T12:00:00.000Z'],
    ['A week ago.', '2025-02-21T12:00:00.000Z'],
  ] as const) {
    await journal.write(description, { timestamp, time_zone: 'Europe/Zurich' });
  }
});

test.afterAll(() => journal?.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const memories = () => page.getByRole('region', { name: 'On this day' });
const paletteField = () => page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
const calendar = () => page.getByRole('dialog', { name: 'Calendar' });

/** Opens the dashboard twice: memories that arrive late are kept for the next time, so that the list does not move. */
async function openDashboard(): Promise<void> {
  const answered = page.waitForResponse(/\/anecdotes\/memories/);
  await journal.go('/dashboard');
  await (await answered).finished();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.reload();
}

test('the dashboard shows anecdotes of this day in earlier years, on 28 February also those of the 29th', async () => {
  await openDashboard();
  await expect(memories().getByRole('listitem')).toHaveText([
    /A year ago.*The bakery smelled of oranges\..*1 more/,
    /2 years ago.*A letter from Lisbon\./,
    /10 years ago.*The heron stood still\./,
  ]);
  await expectAccessible(page);
  await memories().getByRole('button', { name: 'Show all 4 years' }).press('Enter');
  await expect(memories().locator('li:focus')).toBeVisible();
  await expect(memories().getByRole('listitem')).toHaveCount(4);
  await memories().getByRole('button', { name: '1 more' }).press('Enter');
  await expect(page).toHaveURL(/period=custom&from=2024-02-28&to=2024-02-29/);
  await expect(page.getByRole('article')).toContainText(['Half past midnight', 'The bakery']);
  await expect(memories()).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('a memory opens its anecdote', async () => {
  await journal.go('/dashboard');
  await memories().getByRole('link', { name: 'The heron stood still.' }).click();
  await expect(page).toHaveURL(/\/anecdotes\/[\da-f-]{36}$/);
  await expect(page).toHaveTitle(/^The heron stood still\./);
});

test('memories can be hidden for the rest of the day', async () => {
  await journal.go('/dashboard');
  await button('Hide for today').press('Enter');
  await expect(memories()).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(memories()).toHaveCount(0);
  await page.clock.setFixedTime('2025-03-02T12:00:00+01:00');
  await openDashboard();
  await expect(memories().getByRole('listitem')).toHaveText([/A year ago.*Nothing to do with it\./]);
});

test('the memories of a page that stays open are those of the new day after midnight', async () => {
  for (const [now, count] of [
    ['2025-03-03T00:00:30+01:00', 0],
    ['2026-03-02T00:00:30+01:00', 1],
  ] as const) {
    await page.clock.setFixedTime(now);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(memories()).toHaveCount(count);
  }
  await expect(memories().getByRole('listitem')).toHaveText([/2 years ago.*Nothing to do with it\./]);
  await page.clock.setFixedTime('2025-03-02T12:00:00+01:00');
});

test('the strip of days goes back to the first year of the journal', async () => {
  await journal.go('/dashboard');
  const earlier = button('Earlier year');
  await expect(page.getByRole('slider', { name: 'Open a day in the past year' })).toBeVisible();
  await earlier.click();
  const strip = page.getByRole('slider', { name: 'Open a day in 2024' });
  await expect(strip).toBeVisible();
  await expect(page.getByText('3 anecdotes on 3 days in 2024')).toBeAttached();
  await strip.focus();
  await page.keyboard.press('Home');
  await expect(strip).toHaveAttribute('aria-valuetext', '1 Jan 2024: 0');
  for (let years = 0; years < 4; years += 1) await earlier.press('Enter');
  await expect(page.getByRole('slider', { name: 'Open a day in 1', exact: true })).toBeVisible();
  await expect(earlier).toBeDisabled();
  await expect(earlier).toBeFocused();
  await expect(page.getByText('1 anecdote on 1 day in 1', { exact: true })).toBeAttached();
});

test('the strip of days makes the page no wider than a phone, in a language with long names of weekdays', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'ar', viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await keepLoggedIn(phone, journal.client);
  await phone.clock.setFixedTime('2025-02-28T12:00:00+01:00');
  await phone.addInitScript(() => localStorage.setItem('overview', 'open'));
  await phone.goto(new URL('/dashboard', page.url()).href);
  await expect(phone.getByRole('table', { name: 'Your year' })).toBeAttached();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});

test('the calendar opens any day, also by keyboard', async () => {
  await button('Calendar').click();
  await expect(calendar().getByRole('button', { name: '21 Feb 2025: 1 anecdote' })).toBeVisible();
  await expect(calendar().getByRole('columnheader', { name: 'Monday' })).toHaveCount(12);
  await calendar().getByRole('button', { name: '2024: 3 anecdotes' }).click();
  const letter = calendar().getByRole('button', { name: '2 Mar 2024: 1 anecdote' });
  await expect(letter).toBeVisible();
  await expectAccessible(page);
  await letter.focus();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowLeft');
  await expect(calendar().getByRole('button', { name: '28 Feb 2024: 1 anecdote' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2024-02-28&to=2024-02-28/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('go to a day');
  await expect(paletteField()).toHaveValue('go to a day');
  await page.keyboard.press('Enter');
  await calendar().getByLabel('Go to a day').fill('0001-01-02');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=0001-01-02&to=0001-01-02/);
  await expect(page.getByRole('article')).toContainText(['Before all others.']);
});

test('months and days are those of the Gregorian calendar in a locale with another calendar', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-GB-u-ca-persian' });
  const persian = await context.newPage();
  expect(await persian.evaluate(() => Intl.DateTimeFormat().resolvedOptions().calendar)).toBe('persian');
  await keepLoggedIn(persian, journal.client);
  await persian.goto(`${new URL(page.url()).origin}/dashboard?view=timeline`);
  await expect(persian.getByRole('heading', { name: 'February 2025' })).toBeVisible();
  await persian.getByRole('button', { name: 'Calendar' }).click();
  await expect(persian.getByRole('table', { name: 'February 2025' })).toBeVisible();
  await persian.getByRole('button', { name: '21 Feb 2025: 1 anecdote' }).click();
  await expect(persian.getByRole('article', { name: 'A week ago., Friday, 21 February 2025' })).toBeVisible();
  await persian.getByText('A week ago.').click();
  await expect(persian.getByRole('heading', { level: 1 })).toHaveText('Friday, 21 February 2025');
  await context.close();
});

test('days and years are numbered in the digits of the locale', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'ar-EG' });
  const arabic = await context.newPage();
  await keepLoggedIn(arabic, journal.client);
  await arabic.goto(`${new URL(page.url()).origin}/dashboard`);
  await arabic.getByRole('button', { name: 'Earlier year' }).click();
  await expect(arabic.getByText('٢٠٢٥', { exact: true }).first()).toBeVisible();
  await arabic.getByRole('button', { name: 'Calendar' }).click();
  await expect(arabic.locator('[data-day="2025-02-21"]')).toHaveText('٢١');
  await expect(arabic.getByRole('button', { name: '٢٠٢٤: ٣ anecdotes' })).toHaveText('٢٠٢٤');
  await context.close();
});

test('on a phone the calendar begins with the newest month and a part of one more year than fits', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  await keepLoggedIn(phone, journal.client);
  await phone.goto(`${new URL(page.url()).origin}/dashboard`);
  await phone.getByRole('button', { name: 'Calendar' }).tap();
  const opened = phone.getByRole('dialog', { name: 'Calendar' });
  await opened.getByRole('button', { name: '2024: 3 anecdotes' }).tap();
  const topOf = async (month: string) => (await opened.getByRole('table', { name: month }).boundingBox())?.y ?? 0;
  await expect(opened.getByRole('table', { name: 'March 2024' })).toBeVisible();
  expect(await topOf('March 2024')).toBeLessThan(await topOf('February 2024'));
  const fifth = opened.getByRole('navigation', { name: 'Years' }).getByRole('button').nth(4);
  await expect(fifth).toBeInViewport();
  await expect(fifth).not.toBeInViewport({ ratio: 1 });
  await context.close();
});

test('Surprise me opens a random anecdote that matches the filters, and says when there is none', async () => {
  await journal.go('/dashboard?period=custom&from=2015-02-28&to=2015-02-28');
  await button('Surprise me').click();
  await expect(page).toHaveTitle(/^The heron stood still\./);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('surprise');
  await expect(paletteField()).toHaveValue('surprise');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/anecdotes\//);
  await journal.go('/dashboard?q=nothing-like-this');
  await button('Surprise me').click();
  await expect(page.getByText('There is no anecdote to surprise you with yet.')).toBeVisible();
});

test('an anecdote of Surprise me that arrives after another screen was opened is not shown', async () => {
  await journal.go('/dashboard');
  const asked = Promise.withResolvers<() => Promise<void>>();
  await page.route('**/api/anecdotes/random*', (route) => asked.resolve(() => route.continue()), { times: 1 });
  await button('Surprise me').click();
  const answer = await asked.promise;
  await page.getByRole('link', { name: 'New Anecdote' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Anecdote' })).toBeVisible();
  const answered = page.waitForResponse(/\/anecdotes\/random/);
  await answer();
  await (await answered).finished();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(page).toHaveURL(/\/entry$/);
  expect(journal.problems).toEqual([]);
});
