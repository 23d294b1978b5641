import { expect, type Page } from '@playwright/test';
import { liveUpdateTimeout, openPage } from '../support/browser.ts';
import { cardOf, composer, enter, leave, message, save } from '../support/dashboard-page.ts';
import { newMember } from '../support/local-mails.ts';
import { loseFirstAnswer } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const password = 'rain against the hinge';

let address: string;
let desk: Page;
let phone: Page;
let tab: Page;
const problems: string[] = [];
/** The tabs of the desk's browser that opened a live connection, in order. */
const live: ('desk' | 'tab')[] = [];

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  await newMember(address, 'tilda', password);
  desk = await openPage(browser, problems);
  phone = await openPage(browser, problems);
  desk.context().on('request', (request) => {
    if (request.url().endsWith('/api/live')) live.push(request.frame().page() === desk ? 'desk' : 'tab');
  });
  await Promise.all([desk, phone].map((page) => enter(page, address, 'tilda', password)));
  await phone.setViewportSize({ width: 390, height: 844 });
  tab = await desk.context().newPage();
  await tab.goto(`${address}/dashboard`);
  await expect(composer(tab)).toBeVisible();
});

test.afterAll(async () => {
  await Promise.all([desk, phone].map((page) => page?.context().close()));
  expect(problems).toEqual([]);
});

/** Does something on `page` and waits until the server has acknowledged the change. */
async function change(page: Page, act: () => Promise<void>): Promise<void> {
  const isAnswer = (method: string, url: string) => method !== 'GET' && url.includes('/api/anecdotes');
  const answered = page.waitForResponse((response) => isAnswer(response.request().method(), response.url()));
  await act();
  expect((await answered).ok()).toBe(true);
}

test('a new anecdote is shown on the other screens within a second', async () => {
  await change(desk, () => save(desk, 'Swifts over the yard.'));
  await Promise.all([desk, tab, phone].map((page) => expect(cardOf(page, 'Swifts')).toBeVisible(liveUpdateTimeout)));
});

test('the tabs of one browser share a live connection, and another tab takes it over when the first is left', async () => {
  expect(live).toEqual(['desk']);
  await desk.goto(address);
  await expect.poll(() => live).toEqual(['desk', 'tab']);
  await desk.goto(`${address}/dashboard`);
  await change(phone, () => save(phone, 'Rooks on the wire.'));
  await Promise.all([desk, tab].map((page) => expect(cardOf(page, 'Rooks')).toBeVisible(liveUpdateTimeout)));
  expect(live).toEqual(['desk', 'tab']);
});

test('an edit, a Same Here, a deletion and a restore are shown on the other screens within a second', async () => {
  const sameHere = (page: Page) => cardOf(page, 'Swifts').getByRole('button', { name: /Same Here/ });
  await change(phone, () => sameHere(phone).click());
  await expect(sameHere(desk)).toHaveAttribute('aria-pressed', 'true', liveUpdateTimeout);

  await cardOf(phone, 'Swifts').getByRole('link', { name: 'Edit' }).click();
  await expect(composer(phone)).toHaveValue('Swifts over the yard.');
  await composer(phone).fill('Swifts over the roof.');
  await change(phone, () => phone.getByRole('button', { name: 'Update' }).click());
  await Promise.all([desk, tab].map((page) => expect(cardOf(page, 'roof')).toBeVisible(liveUpdateTimeout)));

  await change(tab, () => cardOf(tab, 'Swifts').getByRole('button', { name: 'Delete' }).click());
  await expect(cardOf(desk, 'Swifts')).toHaveCount(0, liveUpdateTimeout);
  await change(tab, () => tab.getByRole('button', { name: 'Undo' }).click());
  await expect(cardOf(desk, 'Swifts')).toBeVisible(liveUpdateTimeout);
});

test('an anecdote deleted on its own screen is shown there again when it is restored on another screen', async () => {
  await change(desk, () => save(desk, 'Kite over the dam.'));
  await cardOf(desk, 'Kite')
    .getByRole('link', { name: /^Open the anecdote/ })
    .click();
  await expect(desk).toHaveURL(/\/anecdotes\//);
  await expect(desk.getByRole('article')).toHaveCount(1);
  await change(desk, () => desk.getByRole('article').getByRole('button', { name: 'Delete' }).click());
  await expect(desk.getByRole('heading', { name: 'Anecdote deleted' })).toBeVisible();
  await phone.goto(`${address}/trash`);
  await change(phone, () =>
    phone
      .getByRole('listitem')
      .getByRole('button', { name: /^Restore/ })
      .first()
      .click(),
  );
  await expect(desk.getByRole('article').getByText('Kite over the dam.')).toBeVisible(liveUpdateTimeout);
  await desk.getByRole('link', { name: 'Back to All Anecdotes' }).click();
  await phone.goto(`${address}/dashboard`);
  await expect(cardOf(desk, 'Kite')).toBeVisible();
});

test('each tab has its own draft, also after a reload, and saving one keeps the other', async () => {
  await composer(desk).fill('Of the desk');
  await composer(tab).fill('Of the tab');
  await expect(composer(desk)).toHaveValue('Of the desk');
  await composer(desk).press('Control+Enter');
  await expect(cardOf(tab, 'Of the desk')).toHaveCount(1);
  await expect(composer(desk)).toHaveValue('');
  await Promise.all([desk, tab].map((page) => page.reload()));
  await Promise.all([desk, tab].map((page) => expect(cardOf(page, 'Of the desk')).toHaveCount(1)));
  await expect(composer(desk)).toHaveValue('');
  await expect(composer(tab)).toHaveValue('Of the tab');
});

test('a tab that was opened by another tab has its own draft', async () => {
  const opened = desk.context().waitForEvent('page');
  await tab.evaluate(() => void window.open('/dashboard'));
  const copy = await opened;
  await expect(cardOf(copy, 'Of the desk')).toHaveCount(1);
  await composer(copy).fill('Of the copy');
  await copy.reload();
  await expect(composer(copy)).toHaveValue('Of the copy');
  await tab.reload();
  await expect(composer(tab)).toHaveValue('Of the tab');
  await copy.close();
  const isLeft = () => desk.evaluate(() => Object.keys(localStorage).some((key) => key.includes('left:')));
  await expect.poll(isLeft).toBe(true);
});

test('the draft of a closed tab is taken over by the next new tab only', async () => {
  const next = await desk.context().newPage();
  await next.goto(`${address}/entry`);
  await expect(composer(next)).toHaveValue('Of the copy');
  await expect(next.getByText('Your unsaved draft was restored.')).toBeVisible();
  await desk.reload();
  await expect(cardOf(desk, 'Of the desk')).toHaveCount(1);
  await expect(composer(desk)).toHaveValue('');
  await composer(next).press('Control+Enter');
  await expect(cardOf(desk, 'Of the copy')).toHaveCount(1);
  await next.close();
  await desk.reload();
  await expect(cardOf(desk, 'Of the copy')).toHaveCount(1);
  await expect(composer(desk)).toHaveValue('');
});

test('logging out in one tab logs out the other, which restores its unsaved draft after the next log-in', async () => {
  await composer(tab).fill('Not saved yet');
  await leave(desk);
  await expect(tab).toHaveURL(/\/auth$/);
  await expect(tab.locator('body')).not.toContainText('Swifts');
  expect(await phone.evaluate(() => localStorage.getItem('auth_token'))).not.toBeNull();

  await enter(desk, address, 'tilda', password);
  await expect(composer(desk)).toHaveValue('');
  await expect(composer(tab)).toHaveValue('Not saved yet');
  await expect(cardOf(tab, 'Swifts')).toBeVisible();
});

/** Makes `page` the tab that learns that its session has ended. */
async function expire(page: Page): Promise<void> {
  const refusal = { success: false, data: null, error: { code: 'UNAUTHENTICATED', message: 'no' } };
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 401, json: refusal }), { times: 1 });
  await page.reload();
}

test('an expired session is shown in every tab, and each returns to where it was after the log-in', async () => {
  await desk.goto(`${address}/dashboard?view=timeline`);
  await tab.goto(`${address}/account`);
  await expect(tab.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  const landing = await desk.context().newPage();
  await landing.goto(address);
  await expire(desk);
  const text = 'Your session has expired. Please log in again to continue.';
  await Promise.all([desk, tab].map((page) => expect(page.getByRole('dialog').getByText(text)).toBeVisible()));

  await desk.getByRole('button', { name: 'Login Again' }).click();
  await desk.getByRole('dialog').getByLabel('Username').fill('tilda');
  await desk.getByRole('dialog').getByLabel('Password').fill(password);
  await desk.getByRole('dialog').getByLabel('Password').press('Enter');
  await expect(desk).toHaveURL(`${address}/dashboard?view=timeline`);
  await expect(tab).toHaveURL(`${address}/account`);
  await Promise.all([desk, tab].map((page) => expect(page.getByRole('dialog')).toHaveCount(0)));
  await expect(landing).toHaveURL(`${address}/`);
  await expect(landing.getByRole('dialog')).toHaveCount(0);
  await landing.close();
});

test('another person on the same machine finds neither the draft nor the addresses that were open', async () => {
  await expire(desk);
  await tab.getByRole('button', { name: 'Login as Guest' }).click();
  await Promise.all([desk, tab].map((page) => expect(page).toHaveURL(`${address}/dashboard`)));
  await expect(composer(desk)).toHaveValue('');
  await expect(composer(tab)).toHaveValue('');
});

test('a save that a log-out interrupts is not sent for another person, and is finished after the next log-in', async () => {
  await leave(desk);
  await enter(desk, address, 'tilda', password);
  const keys = await loseFirstAnswer(desk, /^POST \/anecdotes$/);
  await save(desk, 'Swifts, again.');
  await expect.poll(() => keys.length).toBe(1);
  await leave(tab);
  await expect(desk).toHaveURL(/\/auth$/);
  await enter(desk, address);
  await expect(composer(desk)).toHaveValue('');
  await leave(desk);
  expect(keys).toHaveLength(1);
  await enter(desk, address, 'tilda', password);
  await expect(message(desk, 'Anecdote saved successfully!')).toBeVisible();
  await expect(cardOf(desk, 'Swifts, again.')).toHaveCount(1);
  expect(keys).toEqual([keys[0], keys[0]]);
});
