import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { cutOff, expectAccessible } from '../support/browser.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { answerWith, wordless } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let address: string;
let journal: Journal;
let page: Page;
let first: AnecdoteView;
let middle: AnecdoteView;
let alone: AnecdoteView;

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  journal = await openJournal(browser, address);
  page = journal.page;
  first = await journal.write('Slept badly. Coffee at five again, and I know better.', {
    tags: ['sleep', 'caffeinated', 'evening'],
  });
  middle = await journal.write('No coffee after three.', { tags: ['sleep'], connected_to: first.id });
  await journal.write('Slept until the light came in.', { tags: ['sleep', 'positive'], connected_to: middle.id });
  await journal.write('A headache, but a small one.', { connected_to: middle.id });
  alone = await journal.write('Nothing came of this one.');
});

test.afterAll(async () => {
  await journal?.close();
});

function open(note: AnecdoteView) {
  return journal.go(`/visualization/${note.id}`);
}

function diagram() {
  return page.getByRole('navigation', { name: 'Connection diagram' });
}

function list() {
  return page.getByRole('region', { name: 'Connections as a list' });
}

function focused() {
  return page.locator(':focus');
}

test('needs somebody who is logged in', async ({ browser }) => {
  const stranger = await browser.newPage();
  await stranger.goto(`${address}/visualization/${middle.id}`);
  await expect(stranger).toHaveURL(/\/auth$/);
  await stranger.close();
});

test('the chain on a card leads to its connections, and Back returns', async () => {
  await journal.go('/dashboard');
  const note = page.getByRole('article').filter({ hasText: 'No coffee after three.' });
  await note.getByRole('link', { name: /^Anecdote 2 of 4/ }).click();
  await expect(page).toHaveURL(`${address}/visualization/${middle.id}`);
  await expect(page).toHaveTitle('Anecdote Visualization · Anecdotes');
  await expect(page.getByRole('heading', { name: 'Anecdote Visualization' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('link', { name: /^Anecdote \d+ of \d+/ })).toHaveCount(4);
  const unlinked = page.getByRole('article').filter({ hasText: 'Nothing came' });
  await expect(unlinked).toBeVisible();
  await expect(unlinked.getByRole('link', { name: /^Anecdote \d+ of \d+/ })).toHaveCount(0);
});

test('the chains on the cards come back with the list when it is tried again', async () => {
  await journal.go('/dashboard');
  const chains = page.getByRole('link', { name: /^Anecdote \d+ of \d+/ });
  await expect(chains).toHaveCount(4);
  const refused = new Set<string>();
  page.on('response', (response) => {
    if (response.status() === 500 && /connections$/.test(response.url())) refused.add(response.url());
  });
  await answerWith(page, /^GET \/anecdotes/, wordless, async () => {
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Failed to load anecdotes');
    await expect.poll(() => refused.size).toBe(4);
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(chains).toHaveCount(4);
});

test('Back leads to the journal when there is no page before', async ({ browser }) => {
  const context = await browser.newContext();
  const fresh = await context.newPage();
  await fresh.addInitScript((token) => localStorage.setItem('auth_token', token), journal.client.token);
  await fresh.goto(`${address}/visualization/${middle.id}`);
  await fresh.getByRole('button', { name: 'Back' }).click();
  await expect(fresh).toHaveURL(/\/dashboard$/);
  await context.close();
});

test('says that it is loading until the connections are there', async () => {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/connections', async (route) => {
    await held;
    await route.continue();
  });
  await open(middle);
  await expect(page.getByText('Loading visualization...')).toBeVisible();
  letThrough();
  await expect(diagram()).toBeVisible();
  await page.unroute('**/connections');
});

test('says when a chain or a timeline is too long to show in full', async () => {
  const note = page.getByText('This chain is too long to show in full');
  await open(middle);
  await expect(diagram()).toBeVisible();
  await expect(note).toHaveCount(0);
  await page.route(/\/(connections|timeline)$/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    Object.assign(json.data, { complete: false, total_connections: 1_500 });
    await route.fulfill({ response, json });
  });
  await page.reload();
  await expect(note).toBeVisible();
  await page.goto(`${address}/timeline/${middle.id}`);
  await expect(page.getByText('This timeline has 1,501 anecdotes, too many to show at once.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

test('parents, the anecdote and its children stand from left to right', async () => {
  await open(middle);
  const dots = diagram().getByRole('link');
  await expect(dots).toHaveCount(4);
  const places = await dots.evaluateAll((all) => all.map((dot) => Math.round(dot.getBoundingClientRect().left)));
  expect(places[0]).toBeLessThan(places[1] ?? 0);
  expect(places[1]).toBeLessThan(places[2] ?? 0);
  expect(places[2]).toBe(places[3]);
  await expect(dots.nth(0)).toHaveText(
    /^Slept badly. Coffee at five again, and I know better.sleep · caffeinatedWhat came before\./,
  );
  await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true');
});

test('the same links stand beside it as a list', async () => {
  await open(middle);
  await expect(list().getByRole('heading')).toHaveText(['What came before', 'This anecdote', 'What came after']);
  await expect(list().getByRole('link')).toHaveText([/Slept badly/, /No coffee/, /until the light/, /A headache/]);
});

test('arrows walk the links and Enter opens', async () => {
  await open(middle);
  await diagram().getByRole('link').nth(1).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(focused()).toHaveAccessibleName(/What came before\. Slept badly\. Coffee at five/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(focused()).toHaveAccessibleName(/until the light/);
  await page.keyboard.press('ArrowDown');
  await expect(focused()).toHaveAccessibleName(/A headache/);
  await diagram().getByRole('link').first().hover();
  await page.mouse.move(0, 0);
  await page.keyboard.press('Home');
  await expect(focused()).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/timeline/${middle.id}$`));
});

test('the diagram is one stop on the way of the Tab key', async () => {
  await open(middle);
  await page.getByRole('link', { name: 'From the very beginning' }).focus();
  await page.keyboard.press('Tab');
  await expect(focused()).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Tab');
  await expect(focused()).toHaveText(/Slept badly/);
});

test('what is pointed at shows its whole text, its day and its tags, and Escape hides it', async () => {
  await open(middle);
  await diagram().getByRole('link').first().hover();
  const tooltip = page.locator('[data-side] p').filter({ hasText: 'and I know better.' });
  await expect(tooltip).toBeVisible();
  await expect(page.getByText('caffeinated', { exact: true }).last()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
});

test('from the very beginning every branch can be seen', async () => {
  await open(middle);
  await page.getByRole('link', { name: 'From the very beginning' }).click();
  await expect(page).toHaveURL(new RegExp(`/visualization/${first.id}$`));
  await expect(diagram().getByRole('link')).toHaveCount(4);
  await expect(diagram().getByRole('link').first()).toHaveAttribute('aria-current', 'true');
});

test('an anecdote without connections says so and offers to continue it', async () => {
  await open(alone);
  await expect(page.getByRole('heading', { name: 'No connected anecdotes.' })).toBeVisible();
  await expect(page.getByText('Nothing came of this one.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue this' }).click();
  await expect(page).toHaveURL(new RegExp(`/entry\\?link=${alone.id}`));
});

test('an anecdote that does not exist says so; a failed call can be repeated', async () => {
  await journal.go('/visualization/0198a000-0000-7000-8000-000000000000');
  await expect(page.getByRole('alert')).toContainText('Anecdote not found');
  await expectAccessible(page);
  await cutOff(page, '/anecdotes/*/connections', async () => {
    await open(middle);
    await expect(page.getByRole('alert')).toContainText('Failed to load the connections', { timeout: 15_000 });
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(diagram()).toBeVisible();
});

test('a beginning that was deleted is told as missing until it is restored', async () => {
  await journal.client.call('DELETE', `/api/anecdotes/${first.id}`);
  await open(middle);
  await expect(list().getByRole('listitem').first()).toHaveText('A deleted anecdote');
  await expect(list().getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page);
  await journal.go(`/timeline/${middle.id}`);
  await expect(page.getByText('This continues a deleted anecdote.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Anecdote 2 of 4/ })).toBeVisible();
  await journal.go(`/entry?edit=${middle.id}`);
  await expect(page.getByRole('combobox', { name: /^Connect to/ })).toHaveValue('A deleted anecdote');
  await journal.client.call('POST', `/api/anecdotes/${first.id}/restore`);
  await expect(page.getByRole('combobox', { name: /^Connect to/ })).toHaveValue(/Slept badly/);
  await open(middle);
  await expect(list().getByRole('listitem').first()).toHaveText(/^Slept badly/);
  await expect(list().getByRole('listitem')).toHaveCount(4);
});

test('on a phone the anecdote itself is in view, and nothing is wider than the screen', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(middle);
  await expect(diagram().locator('[aria-current]')).toBeInViewport();
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

test('no page has failed', () => {
  expect(journal.problems).toEqual([]);
});
