import { readFileSync } from 'node:fs';
import type { AnecdoteView } from '@anecdotes/contracts';
import { checkProof } from '@anecdotes/deploy/verify-proof/check-proof';
import { expect, type Page } from '@playwright/test';
import { markdownPayloads } from '../../web/src/anecdote/markdown-payloads.ts';
import { expectAccessible, liveUpdateTimeout, withAbortedCalls } from '../support/browser.ts';
import { cardOf, message } from '../support/dashboard-page.ts';
import { type Journal, keepLoggedIn, openJournal } from '../support/journal-page.ts';
import { holdCalls, nameOf } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let address: string;
let journal: Journal;
let page: Page;
let first: AnecdoteView;
let middle: AnecdoteView;
let last: AnecdoteView;

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  journal = await openJournal(browser, address);
  page = journal.page;
  first = await journal.write('Slept badly. Coffee at five again.', { tags: ['sleep'] });
  middle = await journal.write('No coffee after three. See https://example.org/sleep.', {
    connected_to: first.id,
    tags: ['sleep', 'coffee'],
    timestamp: '2026-03-02T22:30:00.000Z',
    time_zone: 'Asia/Tokyo',
    location: 'the kitchen',
    coordinates: { lat: 47.37818, lng: 8.54019, address: 'Hauptstrasse 1' },
  });
  last = await journal.write('Slept until the light came in.', { connected_to: middle.id });
  await journal.write('A headache, but a small one.', { connected_to: middle.id });
});

test.afterAll(() => journal?.close());

const open = ({ id }: AnecdoteView) => journal.go(`/anecdotes/${id}`);
const expectOpen = ({ id }: AnecdoteView) => expect(page).toHaveURL(`${address}/anecdotes/${id}`);
const text = () => page.getByRole('article');

test('the frame of the app does not wait for an anecdote that loads slowly', async () => {
  for (const [path, loaded, words] of [
    [`/entry?edit=${last.id}`, page.getByRole('textbox', { name: 'What happened?' }), 'Slept until'],
    [`/anecdotes/${middle.id}`, text(), 'No coffee'],
    [`/timeline/${first.id}`, page.getByRole('article').last(), 'Slept badly.'],
  ] as const) {
    const release = await holdCalls(page, /^GET \/anecdotes\/[^/]+(?:\/timeline)?$/);
    await journal.go(path);
    await expect(page.getByRole('textbox', { name: 'Search your anecdotes' })).toBeVisible();
    await expect(page.getByText('Loading anecdotes…')).toBeAttached();
    expect(await release()).toBeGreaterThan(0);
    await expect(loaded).toContainText(words);
  }
});

test('a card opens the screen of its anecdote by its time, its text or Enter', async () => {
  await journal.go('/dashboard');
  const card = cardOf(page, 'Slept badly.');
  await card.getByRole('link', { name: /^Open the anecdote of/ }).click();
  await expectOpen(first);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await card.getByText('Slept badly.').click();
  await expectOpen(first);
  await page.goBack();
  await card.focus();
  await page.keyboard.press('Enter');
  await expectOpen(first);
});

test('the screen of an anecdote shows its text, time with zone, place, tags and connections', async () => {
  await open(middle);
  await expect(page).toHaveTitle('No coffee after three. See https://example.org/sleep. · Anecdotes');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Tuesday,? 3 March 2026$/);
  await expect(page.getByText(/^07:30 Asia\/Tokyo · Monday,? 2 March 2026, 23:30 where you are$/)).toBeVisible();
  await expect(text()).toContainText('No coffee after three.');
  await expect(page.getByRole('region', { name: 'Place' })).toContainText(/the kitchen.*Hauptstrasse 1.*47\.3782/);
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('button')).toHaveText(['sleep', 'coffee']);
  await expect(page.getByRole('link', { name: /^Anecdote 2 of 4/ })).toBeVisible();
  const linked = page.getByRole('region', { name: 'Connected anecdotes' });
  await expect(linked.getByRole('listitem')).toHaveText([/Slept badly/, /until the light/, /A headache/]);
  await expectAccessible(page);
});

test('the map of an anecdote can be shown with the keyboard, which keeps the focus beside it', async () => {
  const place = page.getByRole('region', { name: 'Place' });
  await place.getByRole('button', { name: 'Show Maps' }).press('Enter');
  await expect(place.getByRole('button', { name: 'Show the coordinates: the kitchen' })).toBeVisible();
  await expect(place.getByRole('link', { name: 'Others near this place' })).toBeFocused();
});

test('a web address in a text opens in a new tab, without access to the journal and without a referrer', async () => {
  const link = text().getByRole('link', { name: 'https://example.org/sleep', exact: true });
  await expect(link).toHaveAttribute('href', 'https://example.org/sleep');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(link).toHaveAttribute('target', '_blank');
});

test('links and the keys j and k move along the chain', async () => {
  // The title changes when an anecdote is shown in place of the one before, which has links of the same names.
  const expectShown = async (anecdote: AnecdoteView, title: RegExp, step: 'Previous' | 'Next') => {
    await expectOpen(anecdote);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('link', { name: step })).toBeVisible();
  };
  await page.getByRole('link', { name: 'Previous' }).click();
  await expectShown(first, /^Slept badly/, 'Next');
  await expect(page.getByRole('link', { name: 'Previous' })).toHaveCount(0);
  await page.keyboard.press('j');
  await expectShown(middle, /^No coffee/, 'Next');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('j');
  await expectShown(last, /^Slept until/, 'Previous');
  await page.keyboard.press('k');
  await expectShown(middle, /^No coffee/, 'Next');
  await page.getByRole('link', { name: /A headache/ }).click();
  await expect(text()).toContainText('A headache');
});

test('b moves to the next branch, on the screen of an anecdote and on its timeline, where h and l move along the chain', async () => {
  await open(last);
  await expect(page.getByRole('link', { name: 'Branch 1 of 2' })).toBeVisible();
  await page.keyboard.press('b');
  await expect(text()).toContainText('A headache');
  await page.getByRole('link', { name: 'Branch 2 of 2' }).click();
  await expectOpen(last);
  await journal.go(`/timeline/${last.id}`);
  const timeline = ({ id }: AnecdoteView) => expect(page).toHaveURL(`${address}/timeline/${id}`);
  await expect(page.getByRole('link', { name: 'Branch 1 of 2' })).toBeVisible();
  await page.keyboard.press('b');
  await expect(page.getByRole('link', { name: 'Branch 2 of 2' })).toBeVisible();
  await page.keyboard.press('h');
  await timeline(middle);
  await expect(page.getByRole('link', { name: 'Next' })).toBeVisible();
  await page.keyboard.press('l');
  await timeline(last);
});

test('a chain is shown as one text from the beginning, with its branches, also in print', async () => {
  await page.getByRole('link', { name: 'Read as one text' }).click();
  await expect(page).toHaveURL(`${address}/chain/${last.id}`);
  await expect(page.getByText('4 anecdotes, 2 branches')).toBeVisible();
  await expect(text().locator('[dir="auto"] > p')).toHaveText([
    'Slept badly. Coffee at five again.',
    /^No coffee after three/,
    'Slept until the light came in.',
    'A headache, but a small one.',
  ]);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Branch 1 of 2', 'Branch 2 of 2']);
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByText('A headache, but a small one.')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Back' }).click();
  await expectOpen(last);
});

test('a chain shown as one text disappears when its anecdote is deleted elsewhere, and is back when it is restored', async () => {
  const { id } = await journal.write('A line that is deleted.');
  await journal.go(`/chain/${id}`);
  await expect(text()).toContainText('A line that is deleted.');
  await journal.client.call('DELETE', `/api/anecdotes/${id}`);
  await expect(page.getByRole('heading', { name: 'Anecdote not found' })).toBeVisible(liveUpdateTimeout);
  await expect(page.getByText('A line that is deleted.')).toHaveCount(0);
  await journal.client.call('POST', `/api/anecdotes/${id}/restore`);
  await expect(text()).toContainText('A line that is deleted.', liveUpdateTimeout);
  await journal.client.call('DELETE', `/api/anecdotes/${id}`);
});

test('Same Here works on the screen of the anecdote, by button and by key', async () => {
  await open(first);
  await page.getByRole('button', { name: 'Same Here' }).click();
  await expect(text().getByTitle('Same Here', { exact: true }).filter({ hasText: '1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Same Here' })).toBeEnabled();
  await page.keyboard.down('s');
  await expect(page.getByRole('button', { name: 'Same Here' })).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: 'Same Here' })).toBeEnabled();
  // The second event of a key that is held down.
  await page.keyboard.down('s');
  await page.keyboard.up('s');
  await expect(page.getByRole('button', { name: 'Same Here' })).toHaveAttribute('aria-pressed', 'false');
});

test('Markdown is rendered, unless the account screen turns that off on this device', async () => {
  const markdown =
    'Rules for *this* week:\n\n1. no coffee\n2. `lights` out\n\n> Sleep well\n\n![x](https://example.org/x.png)';
  const { id } = await journal.write(markdown);
  await journal.go(`/anecdotes/${id}`);
  await expect(text().locator('em')).toHaveText('this');
  await expect(text().locator('ol').getByRole('listitem')).toHaveText(['no coffee', 'lights out']);
  await expect(text().getByRole('blockquote')).toHaveText('Sleep well');
  await expect(text().getByText('![x](https://example.org/x.png)')).toBeVisible();
  await expectAccessible(page);
  await journal.go('/account');
  await page.getByRole('checkbox', { name: 'Show formatting and links in texts' }).uncheck();
  await page.goBack();
  await expect(text().getByText('Rules for *this* week:')).toBeVisible();
  await expect(text().locator('em')).toHaveCount(0);
  await expect(text().getByRole('link', { name: /example/ })).toHaveCount(0);
  await page.evaluate(() => localStorage.removeItem('render_texts'));
  await journal.client.call('DELETE', `/api/anecdotes/${id}`);
});

test('no script payload in a text runs or sends a request', async () => {
  const asked: string[] = [];
  await page.exposeFunction('hostileTextRan', () => asked.push('a payload ran'));
  page.on('request', (request) => {
    if (!request.url().startsWith(address)) asked.push(request.url());
  });
  page.on('dialog', (dialog) => dialog.dismiss().finally(() => asked.push(dialog.message())));
  const storable = markdownPayloads.filter((payload) => !/(?![\t\n])\p{Cc}/u.test(payload));
  const anecdotes: { description: string }[] = [{ description: '' }];
  for (const payload of storable) {
    const last = anecdotes.at(-1);
    if (last && last.description.length + payload.length < 6_000) last.description += `\n\n${payload}`;
    else anecdotes.push({ description: payload });
  }
  const { body } = await journal.client.call<{ data: AnecdoteView }[]>('POST', '/api/anecdotes/batch', { anecdotes });
  for (const { data } of body.data) {
    await open(data);
    await expect(text()).toContainText('[x](');
    await expect(text().locator('img, script, svg:not([aria-hidden]), iframe, style')).toHaveCount(0);
  }
  await journal.go('/dashboard');
  await expect(text().first()).toBeVisible();
  await journal.client.call('POST', '/api/anecdotes/batch/delete', { ids: body.data.map(({ data }) => data.id) });
  expect(asked).toEqual([]);
});

test('an edit returns to the screen where it was started', async () => {
  await open(first);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'What happened?' }).fill('Slept badly, all night.');
  await page.getByRole('button', { name: 'Update' }).click();
  await expectOpen(first);
  await expect(text()).toContainText('Slept badly, all night.');
});

test('Share copies the address if the browser cannot share', async () => {
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(message(page, 'Address copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${address}/anecdotes/${first.id}`);
});

test('Save proof downloads a file that proves the text and that it was recorded', async () => {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save proof' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe(`anecdote-${first.id}.tlog-proof`);
  const { event } = checkProof(readFileSync(await file.path()));
  expect(event).toMatchObject({ type: 'AnecdoteEdited', description: 'Slept badly, all night.' });
});

test('a tag opens the dashboard filtered by it', async () => {
  await page.getByRole('button', { name: 'sleep' }).click();
  await expect(page).toHaveURL(/\/dashboard\?tags=sleep$/);
  await page.goBack();
});

test('a deleted anecdote can be restored on its own screen', async () => {
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anecdote deleted');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(text()).toContainText('Slept badly, all night.');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(text()).toContainText('Slept badly, all night.');
  await expect(page.getByRole('main')).toBeFocused();
});

test('an anecdote that another client deleted can be restored, and unknown ids show "Anecdote not found"', async () => {
  await open(last);
  await expect(text()).toContainText('until the light');
  await journal.client.call('DELETE', `/api/anecdotes/${last.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anecdote deleted');
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  for (const id of ['01890000-0000-7000-8000-000000000000', 'nothing']) {
    await journal.go(`/anecdotes/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anecdote not found');
    await expect(page).toHaveTitle('Anecdote not found · Anecdotes');
  }
  for (const screen of ['timeline', 'visualization']) {
    await journal.go(`/${screen}/nothing`);
    await expect(page).toHaveTitle('Anecdote not found · Anecdotes');
  }
  await expectAccessible(page);
});

test('an anecdote can be erased for good after a typed confirmation, with its unsaved edit', async () => {
  const secret = await journal.write('Nobody shall read this again.');
  const stored = () => page.evaluate(() => JSON.stringify(localStorage));
  await journal.go(`/entry?edit=${secret.id}`);
  await page.locator('textarea#description').fill('Nobody shall read this either.');
  await expect.poll(stored).toContain('Nobody shall');
  await open(secret);
  await page.getByRole('button', { name: 'Erase for good…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase this anecdote for good' });
  await expect(dialog).toContainText('This action cannot be undone.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(dialog).toContainText('Please type “erase”');
  await dialog.getByRole('textbox').fill('erase');
  await page.keyboard.press('Enter');
  await expect(message(page, 'Anecdote erased for good')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Nobody shall read this again.')).toHaveCount(0);
  expect(await stored()).not.toContain('Nobody shall');
  expect((await journal.client.call('POST', `/api/anecdotes/${secret.id}/restore`)).status).toBe(404);
});

test('Back to search results does not show an erased anecdote again, however long the search takes', async () => {
  await journal.write('A letter to burn.');
  await journal.go('/dashboard?q=burn');
  await cardOf(page, 'A letter to burn.').getByText('A letter to').click();
  await page.getByRole('button', { name: 'Erase for good…' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('erase');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(message(page, 'Anecdote erased for good')).toBeVisible();
  const letThrough = await holdCalls(page, /^GET \/anecdotes\/search\?/);
  const search = page.waitForRequest(/\/api\/anecdotes\/search\?/);
  await page.goBack();
  await search;
  await expect(page.getByRole('textbox', { name: 'Search your anecdotes' })).toHaveValue('burn');
  await expect(page.getByText('A letter to burn.')).toHaveCount(0);
  await letThrough();
  await expect(page.getByText(/^Showing 0 of/)).toBeVisible();
});

test('an anecdote that does not exist is asked for once, also by its chain and its form', async () => {
  const id = '01890000-0000-7000-8000-000000000000';
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(nameOf(request).replace(/\?.*/, ''));
  });
  for (const [path, call] of [
    [`/anecdotes/${id}`, `GET /anecdotes/${id}`],
    [`/chain/${id}`, `GET /anecdotes/${id}/connections`],
    [`/entry?edit=${id}`, `GET /anecdotes/${id}`],
    [`/entry?link=${id}`, `GET /anecdotes/${id}`],
  ] as const) {
    calls.length = 0;
    await journal.go(path);
    await expect(page.getByRole('heading', { name: /^Anecdote not found/ })).toBeVisible();
    expect(calls.filter((each) => each === call).length, path).toBe(1);
  }
});

test('without the service a cached anecdote can be read, and any other shows an error', async () => {
  await journal.go('/dashboard');
  const card = cardOf(page, 'A headache');
  await expect(card).toBeVisible();
  await withAbortedCalls(page, '/anecdotes/**', async () => {
    await card.getByText('A headache').click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(text()).toContainText('A headache');
    await page.reload();
    await expect(text()).toContainText('A headache');
    await page.evaluate(() => sessionStorage.removeItem('cache'));
    await open(middle);
    await expect(page.getByRole('heading', { name: 'Failed to load anecdote' })).toBeVisible();
    await expect(page.getByText("Can't reach the service.")).toBeVisible();
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(text()).toContainText('No coffee after three');
});

test('on a touch screen an action is not highlighted any more after a tap', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  const phone = await context.newPage();
  await keepLoggedIn(phone, journal.client);
  await phone.goto(`${address}/anecdotes/${first.id}`);
  const same = phone.getByRole('button', { name: 'Same Here' });
  await same.tap();
  await expect(same).toHaveAttribute('aria-pressed', 'true');
  // Some browsers take what was tapped last as hovered.
  await same.hover();
  await expect(same).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await context.close();
});
