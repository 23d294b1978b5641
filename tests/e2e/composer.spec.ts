import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { cardOf, composer, message } from '../support/dashboard-page.ts';
import { discardComposition, pressWhileComposing } from '../support/input-method.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { holdCalls, loseFirstAnswer, wordless } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const CREATE = /^POST \/anecdotes(?:\/batch)?$/;

let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await journal.go('/dashboard');
});

test.afterAll(() => journal?.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const tags = () => page.getByRole('combobox', { name: 'Tags' });

/** The texts of the journal, newest first. */
async function texts(): Promise<string[]> {
  const { body } = await journal.client.call<AnecdoteView[]>('GET', '/api/anecdotes?page_size=100');
  return body.data.map(({ description }) => description);
}

/** Saves `text`, does `meanwhile` before the answer, and returns how many saves were sent. */
async function saveSlowly(text: string, meanwhile: () => Promise<void>): Promise<number> {
  const release = await holdCalls(page, CREATE);
  await composer(page).fill(text);
  await composer(page).press('Control+Enter');
  await expect(button('Saving…')).toBeVisible();
  await meanwhile();
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  const sent = await release();
  expect((await answered).ok()).toBe(true);
  await expect(button('Saving…')).toHaveCount(0);
  return sent;
}

/** Copies `text` to the clipboard and pastes it into the composer. */
async function paste(text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await composer(page).press('Control+V');
}

test('what is typed while a text is saved is the next draft, with the caret where it was', async () => {
  const sent = await saveSlowly('A robin.', async () => {
    await composer(page).pressSequentially(' Then a wren.');
    for (const _ of 'wren.') await composer(page).press('ArrowLeft');
    await composer(page).press('Control+Enter');
  });
  expect(sent).toBe(1);
  await expect(composer(page)).toHaveValue('Then a wren.');
  await composer(page).pressSequentially('small ');
  await expect(composer(page)).toHaveValue('Then a small wren.');
  await page.reload();
  await expect(composer(page)).toHaveValue('Then a small wren.');
  await composer(page).press('Control+Enter');
  await expect(cardOf(page, 'Then a small wren.')).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  await expect.poll(texts).toEqual(['Then a small wren.', 'A robin.']);
});

test.describe('pasting several lines', () => {
  test('offers to keep one text or to make an anecdote of each line in order, which Undo takes back at once', async () => {
    await paste('Bread\n\nMilk\nSalt');
    await button('Keep as one').press('Enter');
    await expect(button('Make 3 anecdotes')).toBeHidden();
    await expect(composer(page)).toBeFocused();
    await composer(page).fill('');
    await paste('Bread\n\nMilk\nSalt');
    await expectAccessible(page);
    await button('Make 3 anecdotes').press('Enter');
    await expect(message(page, '3 anecdotes saved')).toBeVisible();
    await expect(composer(page)).toHaveValue('');
    await expect(composer(page)).toBeFocused();
    for (const [index, line] of ['Salt', 'Milk', 'Bread'].entries()) {
      await expect(page.getByRole('article').nth(index)).toContainText(line);
    }
    await button('Undo').click();
    await expect(composer(page)).toHaveValue('Bread\nMilk\nSalt');
    await expect(page.getByRole('article').first()).not.toContainText('Salt');
    await composer(page).fill('');
  });

  test('offers nothing for the next text, which is typed', async () => {
    await paste('Flour\nEggs');
    await composer(page).press('Control+Enter');
    await expect(composer(page)).toHaveValue('');
    await composer(page).fill('Typed\nhere');
    await expect(page.getByText('2 lines: one anecdote, or one of each?')).toBeHidden();
    await composer(page).fill('');
  });

  test('keeps refused lines in the composer', async () => {
    const tooLong = 'x'.repeat(20_001);
    await paste(`Pepper\n${tooLong}`);
    await button('Make 2 anecdotes').click();
    await expect(message(page, '1 anecdote saved. 1 line was refused and stays here:')).toBeVisible();
    await expect(composer(page)).toHaveValue(tooLong);
    await expect(page.getByRole('article').first()).toContainText('Pepper');
    await composer(page).fill('');
  });
});

test('the keyboard focus returns to the text when the controls below it are folded', async () => {
  for (const [control, key] of [
    [() => button('Save'), 'Enter'],
    [tags, 'Control+Enter'],
  ] as const) {
    await composer(page).fill('A jay.');
    await control().press(key);
    await expect(composer(page)).toHaveValue('');
    await expect(composer(page)).toBeFocused();
    await expect(tags()).toBeHidden();
  }
  await composer(page).blur();
  await composer(page).focus();
  await tags().press('Escape');
  await expect(tags()).toBeHidden();
  await expect(composer(page)).toBeFocused();
});

test('the keys of an input method neither save nor fold the composer', async () => {
  await composer(page).blur();
  await composer(page).focus();
  await tags().focus();
  await pressWhileComposing(page, 'に', 'Escape');
  await discardComposition(page);
  await expect(tags()).toBeFocused();
  await composer(page).focus();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await pressWhileComposing(page, 'にわ', 'Control+Enter');
  await composer(page).fill('A lark.');
  await composer(page).press('Control+Enter');
  await expect(cardOf(page, 'A lark.')).toBeVisible();
  expect(sent.filter((call) => call === 'POST /api/anecdotes')).toHaveLength(1);
});

test('a text that is edited while it is saved stays', async () => {
  await saveSlowly('One owl.', () => composer(page).fill('Two owls.'));
  await expect(composer(page)).toHaveValue('Two owls.');
  await composer(page).fill('');
});

test('tags that are added while a text is saved stay, and those that were saved do not', async () => {
  await composer(page).fill('A heron.');
  await tags().fill('pond');
  await saveSlowly('A heron.', () => tags().fill('pond, morning'));
  await expect(composer(page)).toHaveValue('');
  await expect(tags()).toHaveValue('morning');
  await tags().fill('');
});

test('a text that cannot be saved stays with all that was typed after it', async () => {
  let fail = () => {};
  const typed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/api/anecdotes', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await typed;
    return route.fulfill(wordless);
  });
  await composer(page).fill('A finch.');
  await composer(page).press('Control+Enter');
  await composer(page).pressSequentially(' And a tit.');
  fail();
  await expect(message(page, 'Failed to create anecdote')).toBeVisible();
  await page.unrouteAll();
  await expect(composer(page)).toHaveValue('A finch. And a tit.');
});

test('a save that a reload interrupts is finished once, and what was typed after it is the next draft', async () => {
  const keys = await loseFirstAnswer(page, CREATE);
  await composer(page).press('Control+Enter');
  await composer(page).press('End');
  await composer(page).pressSequentially(' Both green.');
  await expect.poll(texts).toContain('A finch. And a tit.');
  await page.reload();
  await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
  await expect(composer(page)).toHaveValue('Both green.');
  await page.reload();
  await expect(composer(page)).toHaveValue('Both green.');
  await button('Discard').press('Enter');
  await expect(composer(page)).toHaveValue('');
  await expect(composer(page)).toBeFocused();
  expect(keys).toEqual([expect.any(String), keys[0]]);
  expect((await texts()).filter((text) => text === 'A finch. And a tit.')).toHaveLength(1);
  await page.unrouteAll();
});

test('the full form that is opened during a save keeps what was typed after the saved text', async () => {
  await saveSlowly('A kite.', async () => {
    await composer(page).pressSequentially(' A red one.');
    await page.getByRole('link', { name: 'More fields' }).click();
    await expect(page.getByRole('heading', { name: 'Add New Anecdote' })).toBeVisible();
    await expect(composer(page)).toHaveValue('A kite. A red one.');
  });
  await expect(composer(page)).toHaveValue('A red one.');
  await composer(page).fill('');
  await journal.go('/dashboard');
});

test('a save changes the draft of no other tab', async () => {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await composer(other).fill('A crow. In the other tab.');
  await saveSlowly('A crow.', () => composer(page).pressSequentially(' Here.'));
  await expect(composer(page)).toHaveValue('Here.');
  await expect(composer(other)).toHaveValue('A crow. In the other tab.');
  await composer(other).fill('');
  await other.close();
  await composer(page).fill('');
});

test('what is typed while pasted lines are saved stays, with the lines that were refused', async () => {
  const tooLong = 'x'.repeat(20_001);
  // For the characters that are left, the offer to split, and a restored draft.
  await expect(page.locator('form').getByRole('status')).toHaveText(['', '', '']);
  await paste(`Pepper\n${tooLong}`);
  const release = await holdCalls(page, CREATE);
  await button('Make 2 anecdotes').click();
  await composer(page).press('End');
  await composer(page).pressSequentially('\nSalt');
  expect(await release()).toBe(1);
  await expect(message(page, '1 anecdote saved. 1 line was refused and stays here:')).toBeVisible();
  await expect(composer(page)).toHaveValue(`${tooLong}\nSalt`);
  await composer(page).fill('');
});
