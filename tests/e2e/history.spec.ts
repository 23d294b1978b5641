import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { message } from '../support/dashboard-page.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { answerWith, success, wordless } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let journal: Journal;
let page: Page;
let parent: AnecdoteView;
let anecdote: AnecdoteView;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  parent = await journal.write('Mara found an *old* key.');
  anecdote = await journal.write('An old man on the tram.', { tags: ['tram'] });
  await edit({ description: 'An old man with a cello on the tram.', connected_to: parent.id });
  await edit({ tags: ['tram', 'cello'], location: 'Tram 11' });
  await edit({ connected_to: null });
});

test.afterAll(() => journal?.close());

const edit = (fields: object) => journal.client.call('PUT', `/api/anecdotes/${anecdote.id}`, fields);
const changes = () => page.getByRole('region', { name: 'Changes' });
const lines = () => changes().getByRole('listitem');
const dialog = () => page.getByRole('dialog', { name: 'Difference' });

test('the screen of an anecdote lists its changes, and joins changes that were made shortly after each other', async () => {
  await journal.go(`/anecdotes/${anecdote.id}`);
  await changes().getByRole('button', { name: 'Show changes' }).press('Enter');
  await expect(lines()).toHaveText([/^Changed text, tags, place, and connection.*in the web app/, /^Written/]);
  await lines().getByRole('button', { name: 'Show each of the 4' }).press('Enter');
  await expect(lines().first()).toBeFocused();
  await expect(lines()).toHaveText([
    /^Connection removed/,
    /^Changed tags and place/,
    /^Connected/,
    /^Changed text/,
    /^Written/,
  ]);
  await expectAccessible(page);
});

test('two states are compared word by word', async () => {
  const compare = lines()
    .last()
    .getByRole('button', { name: /^Compare/ });
  await compare.press('Enter');
  await expect(dialog().locator('ins')).toHaveText([/with a cello/, /cello/, /Tram 11/]);
  await expect(dialog().locator('del')).toHaveText([/none/]);
  await expectAccessible(page);
  await dialog().getByLabel('To').selectOption({ index: 2 });
  await expect(dialog().getByRole('definition').last()).toContainText('Mara found an old key.');
  // Screen readers announce what is put into a region that is there already.
  await expect(dialog().getByRole('status')).toBeEmpty();
  await dialog().getByLabel('From').selectOption({ index: 2 });
  await expect(dialog().getByRole('status')).toHaveText('Both states are the same.');
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  await expect(compare).toBeFocused();
});

test('restoring an earlier state adds one more change', async () => {
  await lines()
    .last()
    .getByRole('button', { name: /^Restore/ })
    .click();
  await expect(message(page, 'The earlier state is restored')).toBeVisible();
  await expect(page.getByRole('article')).toContainText('An old man on the tram.');
  await expect(lines().first()).toContainText('Changed text, tags, and place');
});

test('a state whose parent was deleted is restored without the connection, with a message', async () => {
  await journal.client.call('DELETE', `/api/anecdotes/${parent.id}`);
  await lines()
    .filter({ hasText: /^Connected/ })
    .getByRole('button', { name: /^Restore/ })
    .click();
  const said = 'Restored without its connection: the anecdote that it continued is gone';
  await expect(message(page, said)).toBeVisible();
  await expect(page.getByRole('article')).toContainText('An old man with a cello on the tram.');
});

test('a state whose connection would now make a loop is restored without it, with a message', async () => {
  const { id } = await journal.write('The key fits a box.');
  const other = await journal.write('A box under the stairs.');
  await journal.client.call('PUT', `/api/anecdotes/${other.id}`, { connected_to: id });
  await journal.client.call('PUT', `/api/anecdotes/${other.id}`, { connected_to: null, description: 'A box.' });
  // The former parent continues it now.
  await journal.client.call('PUT', `/api/anecdotes/${id}/parent`, { parent: other.id });
  await journal.go(`/anecdotes/${other.id}`);
  await changes().getByRole('button', { name: 'Show changes' }).press('Enter');
  await lines()
    .getByRole('button', { name: /^Show each of the/ })
    .click();
  await lines()
    .filter({ hasText: /^Connected/ })
    .getByRole('button', { name: /^Restore/ })
    .click();
  await expect(message(page, 'Restored without its connection: it would make a loop now')).toBeVisible();
  await expect(page.getByRole('article')).toContainText('A box under the stairs.');
});

test('the menu opens the trash, where an anecdote can be restored', async () => {
  await page
    .getByRole('button', { name: /account and settings/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeFocused();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/Mara found an old key\..*30 days left/]);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Restore “Mara/ }).press('Enter');
  await expect(message(page, 'Anecdote restored')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'The trash is empty' })).toBeFocused();
});

test('the palette opens the activity screen, which lists anecdotes and sign-ins and can be filtered', async () => {
  const happened = page.getByRole('main').getByRole('listitem');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Activity');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeFocused();
  await expect(happened.first()).toHaveText(/^Restored from the trash.*Mara found an old key/);
  await expect(
    happened
      .filter({ hasText: /^Deleted/ })
      .first()
      .getByRole('link'),
  ).toBeVisible();
  await expect(happened.filter({ hasText: 'Signed in' })).not.toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('Show', { exact: true }).selectOption('Sign-ins');
  await expect(happened.first()).toHaveText(/^Signed in/);
  await expect(page).toHaveURL(/\/activity\?kind=account$/);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'No changes' })).toBeVisible();
  await expect(page.getByLabel('To', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Show everything' }).press('Enter');
  await expect(page.getByLabel('Show', { exact: true })).toBeFocused();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('');
  await happened.getByRole('link', { name: /Mara/ }).first().click();
  await expect(page).toHaveURL(/\/anecdotes\//);
});

test('the activity is empty for an invalid id, and not filtered by an invalid day', async () => {
  for (const name of ['operation', 'key']) {
    await journal.go(`/activity?${name}=nothing`);
    await expect(page.getByText('No change matches these filters.')).toBeVisible();
  }
  await journal.go('/activity?from=nothing&until=2026-02-30');
  await expect(page.getByRole('main').getByRole('listitem')).not.toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('undoing an import from the activity screen leaves out what was changed since, and names it', async () => {
  const anecdotes = ['Imported first', 'Imported *second*', 'Imported third'].map((description) => ({ description }));
  const { body } = await journal.client.call<{ data: AnecdoteView }[]>('POST', '/api/anecdotes/batch', { anecdotes });
  await journal.client.call('PUT', `/api/anecdotes/${body.data[1]?.data.id}`, { tags: ['mine'] });
  await journal.go('/activity?kind=import');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/^3 anecdotes written.*in one batch/]);
  await page.getByRole('button', { name: 'Only this operation' }).click();
  const undo = page.getByRole('button', { name: 'Undo everything of this operation' });
  const undoing = page.getByRole('dialog', { name: 'Undo everything of this operation' });
  await answerWith(page, /^GET \/history\/anecdotes/, wordless, async () => {
    await undo.press('Enter');
    await expect(undoing.getByRole('alert')).toHaveText('Failed to load what happened');
  });
  await undoing.getByRole('button', { name: 'Try again' }).click();
  await expect(undoing).toContainText('This is about 3 anecdotes.');
  await expect(undoing.getByRole('status')).toBeEmpty();
  await undoing.getByRole('button', { name: 'Undo' }).click();
  await expect(undoing.getByRole('status')).toHaveText('2 anecdotes undone.');
  await expect(undoing.getByRole('listitem')).toHaveText([/Imported second.*Changed again since: tags/]);
  await expectAccessible(page);
  await undoing.getByRole('button', { name: 'Close' }).last().click();
  await expect(undoing).toHaveCount(0);
  await expect(undo).toBeFocused();
});

test('the trash can erase one anecdote for good after a typed confirmation, and restore all others at once', async () => {
  const doomed = await journal.write('A secret.');
  for (const { id } of [doomed, await journal.write('One more.')])
    await journal.client.call('DELETE', `/api/anecdotes/${id}`);
  await journal.go('/trash');
  const list = page.getByRole('main').getByRole('listitem');
  await expect(list).toHaveText([/^One more/, /^A secret/, /^Imported/, /^Imported/]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Erase for good… “A secret.”' }).press('Enter');
  const erasing = page.getByRole('dialog', { name: 'Erase this anecdote for good' });
  await erasing.getByLabel('Type “erase” to confirm').fill('erase');
  await erasing.getByLabel('Type “erase” to confirm').press('Enter');
  await expect(message(page, 'Anecdote erased for good')).toBeVisible();
  await expect(list).toHaveText([/^One more/, /^Imported/, /^Imported/]);
  await page.getByRole('button', { name: /^Restore “One more/ }).press('Enter');
  await expect(list).toHaveText([/^Imported/, /^Imported/]);
  await expect(list.first()).toBeFocused();
  await page.getByRole('button', { name: 'Restore all' }).press('Enter');
  await expect(message(page, '2 anecdotes restored')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'The trash is empty' })).toBeVisible();
});

test('the trash of a guest offers to restore, but not to erase', async () => {
  const { id } = await journal.write('Not erased.');
  await journal.client.call('DELETE', `/api/anecdotes/${id}`);
  const { body } = await journal.client.call('GET', '/api/auth/me');
  await answerWith(page, /^GET \/auth\/me$/, success({ data: { ...body.data, role: 'guest' } }), async () => {
    await journal.go('/trash');
    await expect(page.getByRole('button', { name: /^Restore “Not erased/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Erase for good/ })).toHaveCount(0);
  });
});

test('the activity shows ten lines at once, also when each is a large operation', async () => {
  const anecdotes = Array.from({ length: 60 }, (_, index) => ({ description: `Part ${index}` }));
  for (let batch = 0; batch < 10; batch += 1) await journal.client.call('POST', '/api/anecdotes/batch', { anecdotes });
  await journal.go('/activity');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(
    Array.from({ length: 10 }, () => /^60 anecdotes written.*in one batch/),
  );
});
