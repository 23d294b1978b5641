import type { BatchItem } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { choose, expectAccessible, liveUpdateTimeout, withAbortedCalls } from '../support/browser.ts';
import { message } from '../support/dashboard-page.ts';
import { hostileTexts, MARK } from '../support/hostile-texts.ts';
import { type Journal, openJournal, writeMany } from '../support/journal-page.ts';
import { answerWith, holdCalls, success } from '../support/made-up-answers.ts';
import { runningOperation } from '../support/operations.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const TAGS_OF_ONE = 50;

let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  await page.exposeFunction(MARK, () => journal.problems.push('a hostile text ran'));
});

test.afterAll(() => journal?.close());

const rows = () => page.getByRole('list', { name: 'Tags' }).getByRole('listitem');
const row = (tag: string) => rows().filter({ has: page.getByRole('link', { name: tag, exact: true }) });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const openFromMenu = async () => {
  await page.getByRole('button', { name: /account and settings/ }).click();
  await page.getByRole('menuitem', { name: 'Tags' }).click();
};

test('the screen of tags explains itself while there are no tags', async () => {
  await journal.go('/dashboard');
  await openFromMenu();
  await expect(page).toHaveURL(/\/tags$/);
  await expect(page.getByRole('heading', { name: 'No tags yet' })).toBeVisible();
  await expectAccessible(page);
});

test('the screen of tags shows count and last use, and updates when another client writes anecdotes', async () => {
  await journal.write('One.', { tags: ['work', 'morning'], timestamp: '2026-03-02T12:00:00Z' });
  await journal.write('Two.', { tags: ['work', 'job'], timestamp: '2026-03-04T12:00:00Z' });
  await journal.write('Three.', { tags: ['morning', 'work'], timestamp: '2026-03-01T12:00:00Z' });
  await expect(rows()).toHaveText([
    /^work3 anecdotesLast used 4 Mar 2026$/,
    /^morning2 anecdotesLast used 2 Mar 2026$/,
    /^job1 anecdoteLast used 4 Mar 2026$/,
  ]);
  await choose(page.getByRole('radio', { name: 'Name' }));
  await expect(rows()).toHaveText([/^job/, /^morning/, /^work/]);
  await expect(page).toHaveURL(/\/tags\?order=name$/);
  await page.getByRole('searchbox', { name: 'Search your tags' }).fill('OR');
  await expect(rows()).toHaveText([/^morning/, /^work/]);
  await expect(page).toHaveURL(/q=OR/);
  await openFromMenu();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(rows()).toHaveText([/^work/, /^morning/, /^job/]);
  await choose(page.getByRole('radio', { name: 'Name' }));
  // Screen readers announce what changes in a region that is there already.
  const region = await page.getByRole('main').getByRole('status').filter({ hasText: '3 tags' }).elementHandle();
  await page.getByRole('searchbox').fill('nothing');
  await expect.poll(() => region?.textContent()).toContain('No tag contains that');
  await press('Show all tags');
  await expect(rows()).toHaveCount(3);
  await expectAccessible(page);
});

test('a tag is renamed by keyboard, and Undo restores the old name', async () => {
  await page.getByRole('button', { name: 'Rename morning' }).focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'New name' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('morning');
  await field.fill('x'.repeat(65));
  await field.blur();
  await expect(field).toHaveAccessibleDescription('A tag must be at most 64 characters');
  await field.fill(' #Ear\u200bly ');
  await expectAccessible(page);
  await field.press('Enter');
  await expect(message(page, '2 anecdotes changed')).toBeVisible();
  await expect(rows()).toHaveText([/^early/, /^job/, /^work/]);
  await expect(page.getByRole('button', { name: 'Undo: “morning” replaced by “early”' })).toBeVisible();
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
  await expect(message(page, '2 anecdotes changed back')).toBeVisible();
  await expect(rows()).toHaveText([/^job/, /^morning/, /^work/]);
});

test('a tag is merged into another one, and another tab of the browser shows that at once', async () => {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole('link', { name: 'job' })).toBeVisible();
  await press('Merge job');
  const dialog = page.getByRole('dialog', { name: 'Merge “job” into another tag' });
  await dialog.getByRole('button', { name: 'work' }).click();
  await expect(dialog.getByText('You have “work” on 3 anecdotes already: the two become one.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(message(page, '1 anecdote changed')).toBeVisible();
  await expect(rows()).toHaveText([/^morning/, /^work3 anecdotes/]);
  await expect(other.getByRole('link', { name: 'job' })).toHaveCount(0, liveUpdateTimeout);
  await other.getByRole('button', { name: 'Undo: “job” replaced by “work”' }).press('Enter');
  await expect(row('job')).toBeVisible();
  await expect(other.locator('#main')).toBeFocused();
  await other.close();
});

test('a tag is deleted from all anecdotes after a confirmation', async () => {
  await press('Delete work');
  const dialog = page.getByRole('dialog', { name: 'Delete “work”?' });
  await expect(dialog).toContainText('It is removed from 3 anecdotes. The anecdotes stay.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(message(page, '3 anecdotes changed')).toBeVisible();
  await expect(rows()).toHaveText([/^job/, /^morning/]);
});

test('while a tag begins to be renamed, its dialog does not offer to merge it with its new name', async () => {
  const release = await holdCalls(page, /^POST \/tags\/rename$/);
  await press('Rename job');
  const dialog = page.getByRole('dialog', { name: 'Rename “job”' });
  await dialog.getByRole('textbox', { name: 'New name' }).fill('craft');
  await expect(dialog.getByRole('group', { name: 'Your tags' })).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'New name' }).press('Enter');
  const { id } = await journal.write('Four.', { tags: ['craft'] });
  await expect(page.getByText('3 tags')).toBeVisible();
  await expect(dialog).toContainText('On 1 anecdote.');
  await release();
  await expect(message(page, '1 anecdote changed')).toBeVisible();
  await page.getByRole('button', { name: 'Undo: “job” replaced by “craft”' }).click();
  await journal.client.call('DELETE', `/api/anecdotes/${id}`);
  await expect(rows()).toHaveText([/^job/, /^morning/]);
});

test('a change that begins after its dialog was cancelled leaves the dialog of another tag open', async () => {
  const shown = (name: string) => page.getByRole('dialog', { name });
  const releaseRename = await holdCalls(page, /^POST \/tags\/rename$/);
  await press('Rename job');
  await page.getByRole('textbox', { name: 'New name' }).fill('profession');
  await page.getByRole('textbox', { name: 'New name' }).press('Enter');
  await shown('Rename “job”').getByRole('button', { name: 'Cancel' }).click();
  await press('Rename morning');
  await expect(shown('Rename “morning”')).toBeVisible();
  await releaseRename();
  await expect(message(page, '1 anecdote changed')).toBeVisible();
  await expect(shown('Rename “morning”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shown('Rename “morning”')).toHaveCount(0);

  const releaseDelete = await holdCalls(page, /^POST \/tags\/delete$/);
  await press('Delete profession');
  await shown('Delete “profession”?').getByRole('button', { name: 'Delete' }).click();
  await shown('Delete “profession”?').getByRole('button', { name: 'Cancel' }).click();
  await press('Delete morning');
  await expect(shown('Delete “morning”?')).toBeVisible();
  await releaseDelete();
  await expect(row('profession')).toHaveCount(0);
  await expect(shown('Delete “morning”?')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo: “profession” deleted' }).click();
  await expect(row('profession')).toBeVisible();
  await page.getByRole('button', { name: 'Undo: “job” replaced by “profession”' }).click();
  await expect(row('job')).toBeVisible();
});

test('a running change shows its progress and can be stopped, and its result is listed', async () => {
  const running = runningOperation({ change: { from: hostileTexts[0] ?? '', to: 'b' } });
  await answerWith(page, /^GET \/operations$/, success({ data: [running] }), async () => {
    await page.reload();
    await expect(page.getByRole('progressbar', { name: 'Progress of the change' })).toHaveAttribute('value', '4200');
    await expect(page.getByText('4,200 of 20,000 anecdotes')).toBeVisible();
    await expectAccessible(page);
  });
  const stopped = { ...running, change: { from: 'a', to: 'b' }, status: 'cancelled' };
  await answerWith(page, /^GET \/operations$/, success({ data: [running] }), async () => {
    await page.reload();
    await answerWith(page, /^POST \/operations\/.*\/cancel$/, success({ data: stopped }), async () => {
      await page.getByRole('button', { name: /^Stop: / }).press('Enter');
      await expect(message(page, 'Stopped: 4,200 of 20,000 anecdotes changed')).toBeVisible();
    });
  });
  await expect(page.getByRole('button', { name: /^Stop/ })).toHaveCount(0);
  await expect(page.locator('#main')).toBeFocused();
  await answerWith(page, /^GET \/operations$/, success({ data: [stopped] }), async () => {
    await page.reload();
    await expect(page.getByText(/^Stopped after 4,200 of 20,000 anecdotes · /)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo: “a” replaced by “b”' })).toBeVisible();
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Undo: “work” deleted' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('a failed call shows an error in the list and in the dialog', async () => {
  await withAbortedCalls(page, '/tags?*', async () => {
    await page.goto(page.url().replace(/\?.*/, '?order=last_used'));
    await expect(page.getByRole('alert').getByText('Failed to load your tags')).toBeVisible();
  });
  await press('Try again');
  await press('Rename job');
  await withAbortedCalls(page, '/tags/rename', async () => {
    await page.getByRole('textbox', { name: 'New name' }).fill('profession');
    await page.getByRole('textbox', { name: 'New name' }).press('Enter');
    await expect(page.getByRole('dialog').getByText("The tag couldn't be changed")).toBeVisible();
  });
  await page.keyboard.press('Escape');
});

test('more tags are loaded as the list is scrolled, and filters and a new name find a tag beyond the first 100', async () => {
  const tags = Array.from({ length: 700 }, (_, index) => `my tag ${index + 1}`);
  const anecdotes = Array.from({ length: tags.length / TAGS_OF_ONE }, (_, index) => ({
    description: `Anecdote ${index}`,
    tags: tags.slice(index * TAGS_OF_ONE, (index + 1) * TAGS_OF_ONE),
  }));
  await journal.client.call<BatchItem[]>('POST', '/api/anecdotes/batch', { anecdotes });
  await journal.write('Named like a part of 111 others.', { tags: ['tag 1'] });
  await journal.go('/tags');
  await expect(page.getByText('703 tags')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).focus();
  await expect(rows()).toHaveCount(703);
  await expect(page.locator('li:focus')).toBeVisible();
  await press('Rename job');
  await page.getByRole('textbox', { name: 'New name' }).fill('tag 1');
  await expect(page.getByText('You have “tag 1” on 1 anecdote already: the two become one.')).toBeVisible();
  await page.keyboard.press('Escape');

  await journal.go('/dashboard');
  await press('Show Filters');
  const group = page.getByRole('group', { name: 'Tags' });
  await expect(group.getByRole('button', { name: 'my tag 699' })).toHaveCount(0);
  await group.getByRole('searchbox', { name: 'Find a tag' }).fill('699');
  await group.getByRole('button', { name: 'my tag 699' }).click();
  await expect(page).toHaveURL(/tags=my\+tag\+699/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await group.getByRole('searchbox').fill('');
  await expect(group.getByRole('button', { name: 'my tag 699' })).toHaveAttribute('aria-pressed', 'true');
});

test('a tag that disappears from the filters when it is pressed by keyboard passes the focus to their button', async () => {
  const tag = page.getByRole('group', { name: 'Tags' }).getByRole('button', { name: 'my tag 699' });
  // Listed only because the list is filtered by it, and so without a number.
  await expect(tag).toHaveText('my tag 699');
  await tag.press('Enter');
  await expect(tag).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Hide Filters' })).toBeFocused();
});

test('among the filters the number beside a long tag is not broken', async () => {
  const name = 'a-long-name-for-something-rather-specific-that-happens-often';
  await writeMany(journal.client, 12, () => ({ tags: [name] }));
  await page.setViewportSize({ width: 320, height: 700 });
  await journal.go('/dashboard');
  await press('Show Filters');
  const number = page.getByRole('button', { name }).getByText('12', { exact: true });
  const lines = await number.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return words.getClientRects().length;
  });
  expect(lines).toBe(1);
});
