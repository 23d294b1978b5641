import { expect, type Page, type Route } from '@playwright/test';
import { expectAccessible, withAbortedCalls } from '../support/browser.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  const parent = await journal.write('The tram driver waited for the old man with the cello.', { tags: ['kindness'] });
  await journal.write('He plays in the station on Fridays.', { connected_to: parent.id });
  await journal.write(`Rain all day. ${'Fixed the hinge, at last. '.repeat(8)}`, {
    tags: ['problem', 'home', 'rain', 'tools', 'saturday'],
  });
});

test.afterAll(() => journal?.close());

function dialog() {
  return page.getByRole('dialog', { name: 'Command palette' });
}

function field() {
  return dialog().getByRole('combobox');
}

function option(name: string | RegExp) {
  const exact = typeof name === 'string';
  return dialog().getByRole('option', { name, exact });
}

async function open(): Promise<void> {
  // While the palette is closing, its key does nothing.
  await expect(page.locator('[data-modal]')).toHaveCount(0);
  await page.locator('body').press('Control+k');
  await expect(field()).toBeFocused();
}

async function openJournalScreen(): Promise<void> {
  await journal.go('/dashboard');
  await expect(page.getByRole('article').first()).toBeVisible();
}

test('Ctrl+K opens the palette with Caps Lock too, and on a Cyrillic keyboard', async () => {
  await openJournalScreen();
  for (const key of ['K', 'л']) {
    const event = { key, code: 'KeyK', ctrlKey: true };
    await page.locator('body').dispatchEvent('keydown', event);
    await expect(field()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-modal]')).toHaveCount(0);
    await page.locator('body').dispatchEvent('keydown', { ...event, shiftKey: true });
    await expect(page.locator('[data-modal]')).toHaveCount(0);
  }
});

test('Ctrl+K opens the palette, which lists all actions', async () => {
  await openJournalScreen();
  await open();
  for (const name of [
    'New Anecdote',
    'Your Anecdotes',
    'Import Data',
    'Activity',
    'Trash',
    'API Keys',
    'Account',
    'Timeline',
    'Grid',
    'Geo',
    'Energy',
    'Problems',
    'Positive',
    'Last Week',
    'Last Month',
    'Clear All Filters',
    'Match system',
    'Light',
    'Dark',
    'Keyboard shortcuts',
    'Log out',
  ]) {
    await expect(dialog().getByRole('option', { name, exact: true })).toBeAttached();
  }
  await expectAccessible(page);
});

test('Escape closes the palette and restores the focus; Ctrl+K closes it too', async () => {
  await openJournalScreen();
  const button = page.getByRole('button', { name: 'Show Filters' });
  await button.focus();
  await page.keyboard.press('Control+k');
  await expect(field()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog()).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Meta+k');
  await expect(field()).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(dialog()).toBeHidden();
});

test('keys pressed while the palette is loading appear in its field and trigger no shortcuts', async () => {
  await openJournalScreen();
  const asked = Promise.withResolvers<Route>();
  await page.route('**/assets/palette-*.js', asked.resolve);
  await page.locator('body').press('Control+k');
  const code = await asked.promise;
  await page.keyboard.type('n dari');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('k');
  await code.continue();
  await expect(field()).toBeFocused();
  await expect(field()).toHaveValue('n dark');
  await field().press('Escape');
  await expect(dialog()).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.unrouteAll();
});

test('Enter while the palette is loading runs the action that was typed, or searches for it', async () => {
  for (const [typed, opened] of [
    ['new anecdote', /\/entry$/],
    ['cello', /\/dashboard\?q=cello$/],
  ] as const) {
    await openJournalScreen();
    const asked = Promise.withResolvers<Route>();
    await page.route('**/assets/palette-*.js', asked.resolve);
    await page.locator('body').press('Control+k');
    const code = await asked.promise;
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await code.continue();
    await expect(page).toHaveURL(opened);
    await expect(dialog()).toBeHidden();
    await page.unrouteAll();
  }
});

test('arrow keys select an action and Enter runs it', async () => {
  await openJournalScreen();
  await open();
  await expect(option('New Anecdote')).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('ArrowDown');
  await expect(option('Your Anecdotes')).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/entry$/);
  await expect(dialog()).toBeHidden();
});

test('parts of its name in any order find an action, and a chosen theme is remembered and shown in every tab', async () => {
  await openJournalScreen();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await open();
  await field().fill('dark theme');
  await expect(option('Dark')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('meta[name="theme-color"][media="all"]')).toHaveAttribute('content', '#15110d');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await open();
  await field().fill('match sys');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  await expect(page.locator('meta[name="theme-color"][media^="(prefers-color-scheme"]')).toHaveCount(2);
  await expect(other.locator('html')).not.toHaveAttribute('data-theme');
  await other.close();
});

test('choosing a view keeps the filter, and choosing a filter keeps the view', async () => {
  await openJournalScreen();
  await open();
  await field().fill('problems');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tags=problem,issue$/);
  await open();
  await field().fill('timeline');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=timeline/);
  await expect(page).toHaveURL(/tags=problem,issue/);
  await open();
  await field().fill('last week');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\?(?=.*view=timeline)(?=.*period=week)(?!.*tags)/);
});

test('choosing a view on the tags screen does not search the anecdotes for the part of a tag', async () => {
  await journal.go('/tags?q=rai');
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText([/rain/]);
  await open();
  await field().fill('timeline');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\?view=timeline#list$/);
});

test('a found anecdote is shown shortened, and Enter opens it', async () => {
  await openJournalScreen();
  await open();
  await field().fill('hinge');
  const hit = option(/Fixed the hinge/);
  await expect(hit).toContainText('…');
  await expect(hit).toContainText('rain');
  await expect(hit).not.toContainText('tools');
  await expect(hit).toContainText('+2');
  await expect(hit).toHaveAttribute('data-highlighted', '');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/anecdotes\/[^/]+$/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('Fixed the hinge');
});

test('the typed text can be searched for in the whole journal, and is not stored', async () => {
  await openJournalScreen();
  await open();
  await field().fill('zzebra');
  await expect(dialog().getByText('No anecdotes found')).toBeVisible();
  await field().fill('cello');
  await expect(option(/old man with the cello/)).toBeVisible();
  await option(/Search your anecdotes for/).click();
  await expect(page.getByText('Showing 1 of 3 anecdotes')).toBeVisible();
  await open();
  await expect(field()).toHaveValue('');
  await expect(option(/cello/)).toHaveCount(0);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain('zzebra');
});

test('a search that fails shows an error, and the actions still work', async () => {
  await openJournalScreen();
  await open();
  await withAbortedCalls(page, '/anecdotes/search**', async () => {
    await field().fill('new');
    await expect(dialog().getByText('Search failed')).toBeVisible({ timeout: 15_000 });
  });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/entry$/);
});

test('the hint in the search field opens the palette, which opens the list of shortcuts', async () => {
  await openJournalScreen();
  await page.getByRole('search').getByRole('button', { name: 'Command palette' }).click();
  await field().fill('shortcuts');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a screen that is opened by the palette has the focus, even if the search field had it before', async () => {
  await openJournalScreen();
  await page.keyboard.press('/');
  await open();
  await field().fill('tags');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tags$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('on a phone the palette opens from the menu of the bottom bar', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openJournalScreen();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /account and settings/ })
    .click();
  await page.getByRole('menuitem', { name: 'Command palette' }).click();
  await expect(field()).toBeVisible();
  await expectAccessible(page);
  await option('Geo').click();
  await expect(page).toHaveURL(/view=geo/);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('a command is found by another word for it if no command has that word in its name', async () => {
  await openJournalScreen();
  await open();
  const commands = dialog().getByRole('group').filter({ hasNotText: 'Search your anecdotes' }).getByRole('option');
  for (const [words, name] of [
    ['settings', 'Account'],
    ['restore', 'Trash'],
    ['dark mode', 'Dark'],
    ['log', 'Log out'],
    ['sign out', 'Log out'],
  ] as const) {
    await field().fill(words);
    await expect(commands).toHaveText([name]);
  }
});

test('an exported list has the dates of Last Week, also after a reload of the whole export and Back', async () => {
  await journal.go('/dashboard?period=week');
  await open();
  await option('Export this list').click();
  await expect(page).toHaveURL(/\/account\?period=week#export$/);
  await open();
  await option('Export your journal').click();
  await expect(page).toHaveURL(/\/account#export$/);
  await page.reload();
  await expect(page.getByText('With the trash')).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Only what passes the filter/)).toBeVisible();
  await withAbortedCalls(page, '/export?*', async () => {
    const exporting = page.waitForRequest(/\/api\/export(?:\?|$)/);
    await page.getByRole('button', { name: 'Export Journal' }).press('Enter');
    expect((await exporting).url()).toMatch(/[?&]date_from=/);
  });
});

test('the palette logs out', async () => {
  await openJournalScreen();
  await open();
  await field().fill('log out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth/);
});
