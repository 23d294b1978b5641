import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { cardOf, message } from '../support/dashboard-page.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { holdCalls } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let address: string;
let journal: Journal;
let page: Page;
let hinge: AnecdoteView;
let oil: AnecdoteView;
let alone: AnecdoteView;

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  journal = await openJournal(browser, address);
  page = journal.page;
  hinge = await journal.write('The hinge of the garden gate broke.', { tags: ['garden'] });
  oil = await journal.write('Oil for the hinge.', { tags: ['garden', 'repair'], connected_to: hinge.id });
  alone = await journal.write('Swifts over the yard, <img src=x onerror="document.title=1">.', {
    tags: ['garden', 'birds'],
  });
  await journal.go('/dashboard');
});

test.afterAll(() => journal?.close());

const dialog = () => page.getByRole('dialog', { name: /to another anecdote$/ });
const field = () => dialog().getByRole('combobox', { name: 'Search your anecdotes to connect to...' });
const offered = (name: string) => dialog().getByRole('listbox', { name }).getByRole('option');
const parentOf = async ({ id }: AnecdoteView) =>
  (await journal.client.call('GET', `/api/anecdotes/${id}`)).body.data.connected_to;

test('a card offers related anecdotes with the reason; choosing one connects, and Undo removes the connection', async () => {
  const card = cardOf(page, 'Swifts');
  await card.hover();
  await card.getByRole('button', { name: 'Connect to…' }).click();
  await expect(field()).toBeFocused();
  await expect(offered('Looks related')).toHaveText([/both tagged garden/, /both tagged garden/]);
  await expectAccessible(page);
  await offered('Looks related').filter({ hasText: 'Oil' }).click();
  await expect(message(page, 'Connected')).toBeVisible();
  expect(await parentOf(alone)).toBe(oil.id);
  await expect(card.getByRole('link', { name: 'Anecdote 3 of 3. View connections' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(message(page, 'Undone')).toBeVisible();
  expect(await parentOf(alone)).toBeNull();
  await expect(dialog()).toHaveCount(0);
});

test('a choice that would make a loop is refused before a call is sent', async () => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await journal.client.call('PUT', `/api/anecdotes/${alone.id}/parent`, { parent: oil.id });
  await cardOf(page, 'garden gate').focus();
  await page.keyboard.press('c');
  await field().fill('swifts');
  await expect(offered('Found anecdotes')).toHaveText([/Swifts/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog().getByRole('alert')).toHaveText('This connection would create a loop');
  await expectAccessible(page);
  await field().fill('oil');
  await expect(dialog().getByText('No anecdotes found')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  page.removeAllListeners('request');
  expect(sent).toEqual([]);
  expect(await parentOf(hinge)).toBeNull();
});

test('a choice that would have made a loop is accepted once the other connection is removed', async () => {
  await journal.client.call('DELETE', `/api/anecdotes/${alone.id}/parent`);
  await expect(cardOf(page, 'Swifts').getByRole('link', { name: /View connections$/ })).toHaveCount(0);
  await cardOf(page, 'garden gate').focus();
  await page.keyboard.press('c');
  await offered('Looks related').filter({ hasText: 'Swifts' }).click();
  await expect(message(page, 'Connected')).toBeVisible();
  expect(await parentOf(hinge)).toBe(alone.id);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(message(page, 'Undone')).toBeVisible();
});

test('a choice that is still being checked when the dialog is closed is dropped', async () => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postData() ?? ''));
  const release = await holdCalls(page, /^GET \/anecdotes\/[^/]+\/connections/);
  const choose = async (text: string) => {
    await cardOf(page, 'Swifts').focus();
    await page.keyboard.press('c');
    await offered('Looks related').filter({ hasText: text }).click();
  };
  await choose('garden gate');
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  await release();
  await choose('Oil');
  await expect(message(page, 'Connected')).toBeVisible();
  page.removeAllListeners('request');
  expect(sent).toEqual([JSON.stringify({ parent: oil.id })]);
});

test('this dialog, the palette and the calendar are closed when their screen is left', async () => {
  const overlay = page.locator('[data-modal]');
  for (const key of ['c', 'Control+k']) {
    await cardOf(page, 'Swifts').press('Enter');
    await expect(page).toHaveURL(`${address}/anecdotes/${alone.id}`);
    await page.keyboard.press(key);
    await expect(overlay).toBeVisible();
    await page.goBack();
    await expect(cardOf(page, 'Swifts')).toBeVisible();
    await expect(overlay).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Calendar' }).click();
  await expect(overlay).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(`${address}/anecdotes/${alone.id}`);
  await expect(page.getByRole('article')).toContainText('Swifts');
  await expect(overlay).toHaveCount(0);
});

test('the palette connects or continues the open anecdote, and the chooser can remove its connection', async () => {
  await journal.go(`/anecdotes/${alone.id}`);
  await expect(page.getByRole('article')).toContainText('Swifts');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: 'Continue this' })).toBeVisible();
  await page.getByRole('option', { name: /^Connect to…/ }).click();
  await expect(dialog().getByText('It continues “Oil for the hinge.” now.')).toBeVisible();
  await dialog().getByRole('button', { name: 'Remove connection' }).click();
  await expect(message(page, 'Connection removed')).toBeVisible();
  expect(await parentOf(alone)).toBeNull();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(message(page, 'Undone')).toBeVisible();
  expect(await parentOf(alone)).toBe(oil.id);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Continue this' }).click();
  await expect(page).toHaveURL(`${address}/entry?link=${alone.id}`);
});

test('no payload ran', async () => {
  await expect(page).toHaveTitle('Add New Anecdote · Anecdotes');
});
