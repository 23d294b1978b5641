import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { cardOf } from '../support/dashboard-page.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';
import { tabTo } from './focus.ts';

test.describe.configure({ mode: 'serial' });

let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  const point = { lat: 47.37818, lng: 8.54019, address: 'Central Station' };
  await journal.write('The first one.');
  await journal.write('The second one.', { coordinates: point });
  await journal.write('The third one.');
});

test.afterAll(() => journal?.close());

async function openDashboard(search = ''): Promise<void> {
  await journal.go(`/dashboard${search}`);
  await expect(cardOf(page, 'The third one.')).toBeVisible();
}

test('n opens the entry screen, g d the journal and g m the map, which is then wholly in sight', async () => {
  await openDashboard();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/entry$/);
  await page.getByRole('heading', { level: 1, name: 'Add New Anecdote' }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(page).toHaveURL(/\/dashboard\?view=geo#list$/);
  await expect(page.getByText('1 location', { exact: true })).toBeVisible();
  await expect(page.locator('.leaflet-container')).toBeInViewport({ ratio: 0.9 });
});

test('/ focuses the search', async () => {
  await openDashboard();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Search your anecdotes' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Search your anecdotes' })).toHaveValue('');
});

for (const search of ['', '?view=timeline', '?view=geo']) {
  test(`j and k move between the anecdotes of /dashboard${search}, also after one was opened`, async () => {
    await openDashboard(search);
    await expect(page.getByRole('article')).toHaveCount(3);
    const order = await page.getByRole('article').evaluateAll((anecdotes) => anecdotes.map((each) => each.textContent));
    await page.keyboard.press('j');
    await expect(page.locator(':focus')).toHaveText(order[0] ?? '');
    await page.keyboard.press('j');
    await expect(page.locator(':focus')).toHaveText(order[1] ?? '');
    await page.keyboard.press('k');
    await expect(page.locator(':focus')).toHaveText(order[0] ?? '');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
    await page.goBack();
    await expect(page.locator('article:focus')).toHaveText(order[1] ?? '');
  });
}

test('s reacts once with Same Here to the selected anecdote, however long it is pressed, and e edits it', async () => {
  await openDashboard();
  await page.keyboard.press('j');
  await page.keyboard.down('s');
  const button = cardOf(page, 'The third one.').getByRole('button', { name: /Same Here/ });
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(button).toBeEnabled();
  // The second event of a key that is held down.
  await page.keyboard.down('s');
  await page.keyboard.up('s');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('s');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('e');
  await expect(page).toHaveURL(/\/entry\?edit=/);
  await expect(page.getByRole('textbox', { name: 'What happened?' })).toHaveValue('The third one.');
});

for (const way of ['e', 'Edit', 'address'] as const) {
  const how = { e: 'the key e', Edit: 'the Edit link of a card', address: 'its address' }[way];
  test(`an edit form that is opened by ${how} has the focus at the end of its text`, async () => {
    await openDashboard();
    const card = cardOf(page, 'The second one.');
    const edit = card.getByTitle('Edit');
    if (way === 'address') await journal.go((await edit.getAttribute('href')) ?? '');
    else if (way === 'Edit') await edit.click();
    else {
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await expect(card).toBeFocused();
      await page.keyboard.press('e');
    }
    const text = page.getByRole('textbox', { name: 'What happened?' });
    await expect(text).toBeFocused();
    await page.keyboard.type(' n');
    await expect(text).toHaveValue('The second one. n');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
  });
}

test('? lists all shortcuts', async () => {
  await openDashboard();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const everywhere = ['CtrlK', 'n', '/', 'gd', 'gm', 'gg', 'F6', '?'];
  const [list, reading, timeline] = ['jk↵esc', 'jkbesc', 'lhb'].map((keys) => [...keys]);
  const keys = [...everywhere, ...(list ?? []), ...(reading ?? []), ...(timeline ?? []), ...['←→', '↑↓', '↵'], 'Ctrl↵'];
  await expect(help.getByRole('term')).toHaveText(keys);
  await expectAccessible(page);
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('single-key shortcuts can be switched off and on, also after a reload', async () => {
  await openDashboard();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByLabel('Single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.reload();
  await expect(cardOf(page, 'The third one.')).toBeVisible();
  for (const key of ['n', '/', 'g', 'd', 'j', '?']) await page.keyboard.press(key);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await journal.go('/account');
  await page.getByLabel('Single-key shortcuts').check();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/entry$/);
});

test('only the palette shortcut works while a field has the focus', async () => {
  await openDashboard();
  for (const name of ['What happened?', 'Search your anecdotes']) {
    const field = page.getByRole('textbox', { name });
    await field.click();
    await field.pressSequentially('n/gdgmjkes?');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('n/gdgmjkes?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await field.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field).toBeFocused();
    await field.fill('');
  }
});

test('Shift+Tab shows each tag and action of a timeline below the heading of its month', async () => {
  for (let index = 0; index < 4; index += 1) await journal.write(`A tagged one ${index}.`, { tags: ['rain', 'tram'] });
  await page.setViewportSize({ width: 1280, height: 400 });
  await openDashboard('?view=timeline');
  await cardOf(page, 'The first one.').getByRole('button', { name: 'Delete' }).focus();
  await tabTo(page, cardOf(page, 'A tagged one 3.').getByRole('button', { name: 'rain' }), 'Shift+Tab');
});

test('the focus stays on the page when Clear All removes the filter panel of an empty journal', async ({
  browser,
  product,
}) => {
  const empty = await openJournal(browser, product.address);
  await empty.go('/dashboard?tags=work');
  await empty.page.getByRole('button', { name: 'Show Filters' }).press('Enter');
  await empty.page.getByRole('button', { name: 'Clear All', exact: true }).press('Enter');
  await expect(empty.page.getByRole('heading', { name: 'Nothing written down yet' })).toBeVisible();
  await expect(empty.page.getByRole('main')).toBeFocused();
  await empty.close();
});
