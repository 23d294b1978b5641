import { expect, type Page } from '@playwright/test';
import { choose, expectAccessible } from '../support/browser.ts';
import { cardOf } from '../support/dashboard-page.ts';
import { discardComposition, pressWhileComposing } from '../support/input-method.ts';
import { type Journal, keepLoggedIn, openJournal, writeMany } from '../support/journal-page.ts';
import { holdCalls } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';
import { swipeUp } from './touch.ts';

test.describe.configure({ mode: 'serial' });

const DAY = 86_400_000;

let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  const ago = (days: number) => ({ timestamp: new Date(Date.now() - days * DAY).toISOString() });
  await journal.write('The hinge of the kitchen door broke.', { tags: ['home', 'problem'], ...ago(40) });
  await journal.write('Fixed it at last.', { tags: ['hinges'], ...ago(2) });
  await journal.write('Two herons by the canal.', { location: 'Canal Street', tags: ['birds'], ...ago(1) });
  await journal.write(`${'It rained all day. '.repeat(30)}Then the hinge squeaked.`, ago(3));
  await journal.go('/dashboard');
});

test.afterAll(() => journal?.close());

const field = () => page.getByRole('textbox', { name: 'Search your anecdotes' });
const marks = () => page.locator('mark');
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a search finds words in text, tags and place, marks them and shows the best match first', async () => {
  await field().fill('hinge');
  await expect(page.getByText('Showing 3 of 4 anecdotes')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('article').last()).toContainText('Fixed it');
  await expect(marks().first()).toHaveText('hinge');
  await expect(cardOf(page, 'Fixed it').locator('mark')).toHaveText(/^hinges?$/);
  await expectAccessible(page);
});

test('on a phone, a search leaves out the composer, and Enter or moving the results hides the keyboard', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  await keepLoggedIn(phone, journal.client);
  await phone.goto(page.url());
  const search = phone.getByRole('textbox', { name: 'Search your anecdotes' });
  await search.fill('herons');
  await search.press('Enter');
  await expect(phone.getByText('Showing 1 of 4 anecdotes')).toBeVisible();
  await expect(search).not.toBeFocused();
  await expect(phone.getByRole('textbox', { name: 'What happened?' })).toBeHidden();

  await search.tap();
  await expect(search).toBeFocused();
  await swipeUp(await context.newCDPSession(phone), phone.getByRole('article'), [0]);
  await expect(search).not.toBeFocused();
  await context.close();
});

test('the order by relevance or by time is kept in the address', async () => {
  await choose(page.getByRole('radio', { name: 'Newest' }));
  await expect(page).toHaveURL(/q=hinge&sort=time$/);
  await expect(page.getByRole('article').first()).toContainText('Fixed it');
  await choose(page.getByRole('radio', { name: 'Best match' }));
  await expect(page).toHaveURL(/q=hinge$/);
});

test('a search is combined with all other filters', async () => {
  await journal.go('/dashboard?q=hinge&tags=home');
  await expect(page.getByText('Showing 1 of 4 anecdotes')).toBeVisible();
  await journal.go('/dashboard?q=hinge&period=week');
  await expect(page.getByText('Showing 2 of 4 anecdotes')).toBeVisible();
  await journal.go('/dashboard?view=timeline&q=hinge&sort=time');
  await expect(page.getByRole('article')).toHaveText([/Fixed/, /rained/, /kitchen/]);
});

test('a typo is corrected with a message, and the exact text can be searched for instead', async () => {
  await journal.go('/dashboard');
  await field().fill('heroms');
  await expect(page.getByText('Showing results for “herons”.')).toBeVisible();
  await expect(cardOf(page, 'Two herons').locator('mark')).toHaveText('herons');
  await expectAccessible(page);
  await button('Search only for “heroms”').click();
  await expect(page).toHaveURL(/q=%22heroms%22/);
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
});

test('a search without results says what was searched for, and offers buttons to widen it', async () => {
  await journal.go('/dashboard?q=zeppelin&tags=birds&period=week');
  await expect(
    page.getByText('No anecdote that passes the filters has “zeppelin” in its text, tags or place.'),
  ).toBeVisible();
  await expectAccessible(page);
  await button('Remove filter birds').last().click();
  await expect(page).toHaveURL(/q=zeppelin&period=week$/);
  await button('Search all anecdotes').click();
  await expect(page).toHaveURL(/q=zeppelin$/);
  await expect(page.getByText('No anecdote has “zeppelin” in its text, tags or place.')).toBeVisible();
  await button('Clear All Filters').click();
  await expect(page.getByText('Showing all 4 anecdotes')).toBeVisible();
});

test('a similar word is suggested, and one click searches for it', async () => {
  await field().fill('cannall');
  const meant = page.getByRole('button', { name: 'Did you mean “canal”?' });
  await expect(meant).toBeVisible();
  await meant.click();
  await expect(field()).toHaveValue('canal');
  await expect(cardOf(page, 'Two herons')).toBeVisible();
});

test('the last searches are offered on this device, and can be removed', async () => {
  await field().press('Enter');
  await field().fill('');
  const recent = page.getByRole('region', { name: 'Recent searches on this device' });
  await expect(recent.getByRole('listitem').first()).toHaveText('canal');
  // The previous results are faded until the whole list is loaded, which would fail the contrast check.
  await expect(page.getByText('Showing all 4 anecdotes')).toBeVisible();
  await expectAccessible(page);
  await recent.getByRole('button', { name: 'canal', exact: true }).press('Escape');
  await expect(recent).toHaveCount(0);
  await expect(field()).toBeFocused();
  await field().click();
  await recent.getByRole('button', { name: 'canal', exact: true }).click();
  await expect(page).toHaveURL(/q=canal$/);
  await field().fill('');
  await recent.getByRole('button', { name: 'Forget the search for “canal”' }).click();
  await expect(field()).toBeFocused();
  await expect(recent.getByText('canal', { exact: true })).toHaveCount(0);
  await recent.getByRole('button', { name: 'Clear all' }).click();
  await expect(recent.getByRole('listitem')).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('recent')))).toEqual([]);
});

test('a question mark shows the search syntax, which works', async () => {
  await field().fill('?');
  const help = page.getByRole('region', { name: 'Ways to search' });
  await expect(help.getByRole('term')).toContainText(['"old man"', '-rain', 'tag:work']);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectAccessible(page);
  await field().fill('place:canal -hinge');
  await expect(page.getByText('Showing 1 of 4 anecdotes')).toBeVisible();
  await field().fill('');
});

test('Escape discards what an input method composes, not what was typed before', async () => {
  await field().fill('hinge');
  await pressWhileComposing(page, 'に', 'Escape');
  await expect(field()).toHaveValue('hingeに');
  await discardComposition(page);
  await expect(field()).toHaveValue('hinge');
});

test('the palette marks the words that it found and suggests similar ones', async () => {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('squeaked');
  await expect(palette.getByRole('option').filter({ hasText: '…' }).locator('mark')).toHaveText('squeaked');
  await palette.getByRole('combobox').fill('cannall');
  await palette.getByRole('option', { name: 'Did you mean “canal”?' }).click();
  await expect(palette.getByRole('option').filter({ hasText: 'Two herons' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('a timeline of results is grouped by month only once they are loaded newest first', async () => {
  // The best matches are of March and January, of which the other results have more.
  const month = (index: number) => [3, 1][index] ?? 8 - Math.floor(index / 2);
  await writeMany(journal.client, 14, (index) => ({
    description: `Plum ${index}`,
    tags: index < 2 ? ['plum'] : [],
    timestamp: new Date(Date.UTC(2025, month(index) - 1, 28 - index, 12)).toISOString(),
  }));
  await journal.go('/dashboard?q=plum&view=timeline');
  await expect(page.getByText('Showing 14 of 18 anecdotes')).toBeVisible();
  const months = page.getByRole('navigation', { name: 'Months' });
  const release = await holdCalls(page, /^GET \/anecdotes\/search\?.*sort_by=timestamp/);
  await page.getByRole('radio', { name: 'Newest' }).press('Space');
  await expect(page).toHaveURL(/sort=time/);
  await expect(page.getByRole('article').first()).toContainText('Plum 0');
  await expect(months).toHaveCount(0);
  await release();
  const names = [/^Jul/, /^Jun/, /^May/, /^Apr/, /^Mar/, /^Feb/, /^Jan/];
  await expect(months.getByRole('button')).toHaveText(['2025', ...names]);
});

test('a timeline of the newest results says that more of them could not be loaded', async () => {
  const timestamp = (index: number) => new Date(Date.UTC(2024, 0, index + 1)).toISOString();
  await writeMany(journal.client, 60, (index) => ({ description: `Quince ${index}`, timestamp: timestamp(index) }));
  const more = /\/anecdotes\/search\?.*cursor=/;
  await page.route(more, (route) => route.abort());
  await journal.go('/dashboard?q=quince&view=timeline&sort=time');
  await expect(page.getByText('Showing 60 of 78 anecdotes')).toBeVisible();
  const scrollDown = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(async () => {
    await scrollDown();
    await expect(page.getByRole('alert')).toContainText("Some anecdotes couldn't be loaded.", { timeout: 1_000 });
  }).toPass();
  await page.unroute(more);
  await button('Try again').click();
  await expect(async () => {
    await scrollDown();
    await expect(cardOf(page, 'Quince 0')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
