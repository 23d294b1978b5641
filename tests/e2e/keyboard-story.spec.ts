import { expect, type Locator, type Page } from '@playwright/test';
import { cardOf, composer, message } from '../support/dashboard-page.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';
import { expectVisibleFocus, tabTo } from './focus.ts';

test.describe.configure({ mode: 'serial' });

let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  await journal.go('/dashboard');
  await expect(page.getByRole('heading', { name: 'Nothing written down yet' })).toBeVisible();
});

test.afterAll(() => journal?.close());

function button(name: string) {
  return page.getByRole('button', { name, exact: true });
}

async function press(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test('the first Tab stop skips the navigation', async () => {
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('an anecdote is recorded in the composer', async () => {
  await tabTo(page, composer(page));
  await page.keyboard.type('The hinge broke.');
  await tabTo(page, page.getByRole('combobox', { name: 'Tags' }));
  await page.keyboard.type('prob');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Tags' })).toHaveValue('problem, ');
  await press(button('Save'));
  await expect(cardOf(page, 'The hinge broke.')).toBeVisible();
  await expect(composer(page)).toBeFocused();
});

test('another anecdote is recorded on the entry screen and connected to the first', async () => {
  // Leaves the text, where a key is typed.
  await page.keyboard.press('Tab');
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/entry$/);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('Glue instead.');
  await press(page.getByRole('radio', { name: 'Just now' }), 'ArrowDown');
  await expect(page.getByRole('radio', { name: 'Earlier today' })).toBeChecked();
  await expectVisibleFocus(page);
  await page.keyboard.press('ArrowUp');
  await tabTo(page, page.getByRole('combobox', { name: /^Connect to/ }));
  await page.keyboard.type('hinge');
  await expect(page.getByRole('option', { name: /The hinge broke/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: /^Connect to/ })).toHaveValue('The hinge broke.');
  await press(button('Save'));
  await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
  await expect(cardOf(page, 'Glue instead.').getByTitle('View timeline')).toBeVisible();
});

test('the list is searched and filtered', async () => {
  // Waits for the message to disappear, because it may cover what is below it.
  await expect(message(page, 'Anecdote saved successfully!')).toHaveCount(0);
  await page.keyboard.press('/');
  await expectVisibleFocus(page);
  await page.keyboard.type('glue');
  await expect(page.getByText('Showing 1 of 2 anecdotes')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Showing all 2 anecdotes')).toBeVisible();
  await page.keyboard.press('Escape');
  await press(button('Show Filters'));
  await press(button('Problems'));
  await expect(page.getByText('Showing 1 of 2 anecdotes')).toBeVisible();
  await press(button('Clear All'));
  await press(page.getByRole('radio', { name: 'All Time' }), 'ArrowDown');
  await expect(page).toHaveURL(/period=week$/);
  await expectVisibleFocus(page);
  await tabTo(page, button('Hide Filters'), 'Shift+Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an anecdote is edited', async () => {
  await expect(cardOf(page, 'Glue instead.')).toBeVisible();
  await page.keyboard.press('j');
  await expect(cardOf(page, 'Glue instead.')).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.press('e');
  await expect(page.getByRole('heading', { name: 'Edit Anecdote' })).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.type(' It holds.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(message(page, 'Anecdote updated successfully!')).toBeVisible();
  await expect(cardOf(page, 'Glue instead. It holds.')).toBeVisible();
});

test('the card of an anecdote has the focus again when its form or its screen is left, and j moves on from it', async () => {
  await expect(cardOf(page, 'It holds.')).toBeFocused();
  await page.keyboard.press('j');
  await expect(cardOf(page, 'The hinge broke.')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await page.goBack();
  await expect(cardOf(page, 'The hinge broke.')).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.press('k');
  await expect(cardOf(page, 'It holds.')).toBeFocused();
});

test('an anecdote is deleted and restored from the message', async () => {
  await press(cardOf(page, 'It holds.').getByTitle('Delete'));
  await expect(cardOf(page, 'It holds.')).toHaveCount(0);
  await expect(button('Undo')).toBeVisible();
  await page.keyboard.press('F6');
  await press(button('Undo'));
  await expect(cardOf(page, 'It holds.')).toBeVisible();
  await expect(message(page, 'Anecdote restored')).toBeVisible();
  await page.keyboard.press('Tab');
  await expectVisibleFocus(page);
});

test('the focus moves to another anecdote when the last one is deleted', async () => {
  await journal.go('/dashboard');
  await expect(cardOf(page, 'It holds.')).toBeVisible();
  const last = page.getByRole('article').last();
  await expect(last).toContainText('The hinge broke.');
  await press(last.getByTitle('Delete'));
  await expect(cardOf(page, 'The hinge broke.')).toHaveCount(0);
  await expect(cardOf(page, 'It holds.')).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.press('F6');
  await press(button('Undo'));
  await expect(cardOf(page, 'The hinge broke.')).toBeVisible();
});

test('every Tab stop of the journal has a visible focus', async () => {
  await journal.go('/dashboard');
  await expect(cardOf(page, 'It holds.')).toBeVisible();
  await tabTo(page, cardOf(page, 'The hinge broke.').getByTitle('Delete'));
});

test('the account menu opens, is navigated with arrow keys and closes', async () => {
  const menu = page.getByRole('button', { name: /account and settings/ });
  await tabTo(page, menu, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'API Keys' })).toBeFocused();
  await expect(page.locator(':focus')).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(menu).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused();
  await page.reload();
  await menu.click();
  await expect(page.getByRole('menu')).toBeFocused();
  await expect(page.locator('[data-highlighted]')).toHaveCount(0);
});
