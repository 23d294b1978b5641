import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { composer, message } from '../support/dashboard-page.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { answerWith, refusal } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
});

test.afterEach(async () => {
  await page.unrouteAll();
});

test.afterAll(() => journal?.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const notice = () => page.getByRole('region', { name: /This anecdote was deleted/ });

/** Writes an anecdote, opens its form and replaces the text. */
async function rewrite(before: string, after: string): Promise<AnecdoteView> {
  const anecdote = await journal.write(before, { tags: ['ferry'], location: 'The pier' });
  await journal.go(`/entry?edit=${anecdote.id}`);
  await expect(composer(page)).toHaveValue(before);
  await composer(page).fill(after);
  return anecdote;
}

async function deleteElsewhere({ id }: AnecdoteView): Promise<void> {
  expect((await journal.client.call('DELETE', `/api/anecdotes/${id}`)).status).toBe(200);
}

/** The anecdotes of the journal whose text is `description`. */
async function stored(description: string): Promise<AnecdoteView[]> {
  const { body } = await journal.client.call<AnecdoteView[]>('GET', '/api/anecdotes?page_size=100');
  return body.data.filter((anecdote) => anecdote.description === description);
}

test('an update of a deleted anecdote keeps the text and shows that it was deleted', async () => {
  await page.route('**/api/live', (route) => route.abort());
  const anecdote = await rewrite('The ferry was late.', 'The ferry was late again.');
  await deleteElsewhere(anecdote);
  await button('Update').click();
  await expect(notice()).toBeFocused();
  await expect(composer(page)).toHaveValue('The ferry was late again.');
  await expect(message(page, 'Anecdote not found')).toHaveCount(0);
  await expectAccessible(page);
  await composer(page).focus();
  await button('Update').click();
  await expect(notice()).toBeFocused();
});

test('the anecdote can be restored and is then updated', async () => {
  await button('Restore and update').click();
  await expect(message(page, 'Anecdote updated successfully!')).toBeVisible();
  await expect(notice()).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(() => stored('The ferry was late again.')).toHaveLength(1);
  const [anecdote] = await stored('The ferry was late again.');
  expect(anecdote).toMatchObject({ tags: ['ferry'], location: 'The pier' });
  await journal.go(`/entry?edit=${anecdote?.id}`);
  await expect(composer(page)).toHaveValue('The ferry was late again.');
  await expect(button('Discard')).toHaveCount(0);
});

test('a deletion elsewhere is shown in the open form, and the text can be saved as a new anecdote', async () => {
  const anecdote = await rewrite('Fog on the water.', 'Fog on the whole lake.');
  await deleteElsewhere(anecdote);
  await expect(notice()).toBeVisible();
  await expect(composer(page)).toHaveValue('Fog on the whole lake.');
  await button('Save as new').click();
  await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
  await expect(composer(page)).toHaveValue('Fog on the whole lake.');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(() => stored('Fog on the whole lake.')).toHaveLength(1);
  const { tags, location, timestamp } = anecdote;
  expect((await stored('Fog on the whole lake.'))[0]).toMatchObject({ tags, location, timestamp });
  expect(await stored('Fog on the water.')).toEqual([]);
});

test('after a reload the draft of a deleted anecdote is shown, and can be restored and saved', async () => {
  const anecdote = await rewrite('Two gulls.', 'Three gulls.');
  await deleteElsewhere(anecdote);
  await expect(notice()).toBeVisible();
  await page.reload();
  await expect(notice()).toBeVisible();
  await expect(composer(page)).toHaveValue('Three gulls.');
  await expect(page.getByText('Your unsaved draft was restored.')).toBeVisible();
  await button('Restore and update').click();
  await expect(message(page, 'Anecdote updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(() => stored('Three gulls.')).toMatchObject([{ id: anecdote.id, timestamp: anecdote.timestamp }]);
});

test('the trash shows the unsaved edit of a deleted anecdote and opens its form', async () => {
  const anecdote = await rewrite('A heron.', 'A grey heron.');
  await deleteElsewhere(anecdote);
  await expect(notice()).toBeVisible();
  await journal.go('/trash');
  await expect(page.getByText('Your unsaved edit:')).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'A grey heron.' }).click();
  await expect(notice()).toBeVisible();
  await expect(composer(page)).toHaveValue('A grey heron.');
  await button('Restore and update').click();
  await expect(page).toHaveURL(/\/(?:dashboard|trash)$/);
  await expect.poll(() => stored('A grey heron.')).toMatchObject([{ id: anecdote.id }]);
});

test('without a draft a deleted anecdote is reported as not found, also once its draft was discarded', async () => {
  const anecdote = await rewrite('A rope.', 'A wet rope.');
  await deleteElsewhere(anecdote);
  await expect(notice()).toBeVisible();
  await page.reload();
  await button('Discard').click();
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Anecdote not found');
  await expect(composer(page)).toHaveCount(0);
  await button('Undo').click();
  await expect(composer(page)).toHaveValue('A wet rope.');
  await page.reload();
  await expect(composer(page)).toHaveValue('A wet rope.');
  await button('Discard').click();
  await page.reload();
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Anecdote not found');
});

test('an anecdote that cannot be read yet is edited once it can', async () => {
  const { id } = await journal.write('A tide table.', {});
  await answerWith(
    page,
    new RegExp(`^GET /anecdotes/${id}`),
    refusal('Not found', 'ANECDOTE_NOT_FOUND', 404),
    async () => {
      await journal.go(`/entry?edit=${id}`);
      await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Anecdote not found');
    },
  );
  // The live connection announces the change, and the anecdote is read again.
  await journal.write('A barometer.');
  await expect(composer(page)).toHaveValue('A tide table.');
});

test('a change that was made before the deletion is not overwritten without asking', async () => {
  await page.route('**/api/live', (route) => route.abort());
  const anecdote = await rewrite('One buoy.', 'One red buoy.');
  await journal.client.call('PUT', `/api/anecdotes/${anecdote.id}`, { description: 'One green buoy.' });
  await deleteElsewhere(anecdote);
  await button('Update').click();
  await button('Restore and update').click();
  const dialog = page.getByRole('dialog', { name: 'This anecdote has changed' });
  await expect(dialog).toContainText('One red buoy.');
  await expect(dialog).toContainText('One green buoy.');
  await button('Keep my version').click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(() => stored('One red buoy.')).toMatchObject([{ id: anecdote.id }]);
});

test('an anecdote that cannot be restored any more can only be saved as a new one', async () => {
  const anecdote = await rewrite('The last boat.', 'The last boat home.');
  await deleteElsewhere(anecdote);
  const over = refusal('This anecdote was deleted more than 30 days ago', 'RESTORE_PERIOD_OVER', 410);
  await answerWith(page, /^POST .*\/restore$/, over, async () => {
    await button('Restore and update').click();
    await expect(message(page, 'This anecdote was deleted more than 30 days ago')).toBeVisible();
  });
  await expect(button('Restore and update')).toHaveCount(0);
  await expect(composer(page)).toHaveValue('The last boat home.');

  expect((await journal.client.call('POST', `/api/anecdotes/${anecdote.id}/erase`)).status).toBe(200);
  await page.reload();
  await expect(notice()).toContainText('It can no longer be restored');
  await expect(button('Restore and update')).toHaveCount(0);
  await button('Save as new').click();
  await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(() => stored('The last boat home.')).toMatchObject([{ location: 'The pier', tags: ['ferry'] }]);
});
