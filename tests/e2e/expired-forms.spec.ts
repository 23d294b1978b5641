import { expect } from '@playwright/test';
import { clientWith } from '../support/client.ts';
import { type Journal, openJournal, PASSWORD } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let address: string;
let journal: Journal;

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  journal = await openJournal(browser, address);
});

test.afterAll(() => journal?.close());

/** Ends the session of the page without its knowledge, and logs in again in the dialog about it. */
async function expireAndLogIn(): Promise<void> {
  const { page, username } = journal;
  const token = await page.evaluate(() => localStorage.getItem('auth_token') ?? '');
  await clientWith(address, token).call('POST', '/api/auth/logout');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Login Again' }).click();
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test('the form for a new API key keeps its input when the session expires', async () => {
  const { page } = journal;
  await journal.go('/api-keys');
  await page.getByRole('button', { name: 'Create New Key' }).click();
  await page.getByLabel('Key Name').fill('Kitchen tablet');
  await page.getByRole('radio', { name: 'Read only' }).check();
  await page.getByRole('radio', { name: 'In 30 days' }).check();
  await expireAndLogIn();
  await expect(page.getByLabel('Key Name')).toHaveValue('Kitchen tablet');
  await expect(page.getByRole('radio', { name: 'Read only' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'In 30 days' })).toBeChecked();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Create New Key' }).click();
  await expect(page.getByLabel('Key Name')).toHaveValue('');
});

test('the secret of a new API key is still shown when the session expires before it is copied', async () => {
  const { page } = journal;
  await page.getByLabel('Key Name').fill('Kitchen tablet');
  await page.getByRole('button', { name: 'Create Key' }).click();
  const secret = await page.getByText(/^anec_\w+$/).textContent();
  await expireAndLogIn();
  await expect(page.getByText(secret ?? 'no secret', { exact: true })).toBeVisible();
});

test('the import screen keeps the address of a post, and a file with its columns, when the session expires', async () => {
  const { page, username } = journal;
  // Without a reload, which would bring back the token of the session that has expired.
  await page.getByRole('button', { name: `${username}, account and settings` }).click();
  await page.getByRole('menuitem', { name: 'Import Data' }).click();
  await page.getByLabel('Reddit Post URL').fill('https://www.reddit.com/r/tram/');
  const buffer = Buffer.from('Note,When\nRain on the pier,2024-03-01\nSnow on the pier,2024-03-02\n');
  await page.getByLabel('Choose a file').setInputFiles({ name: 'notes.csv', mimeType: 'text/csv', buffer });
  const report = page.getByRole('region', { name: 'notes.csv' });
  await expect(report.getByText('Please choose the columns that hold the text and the date.')).toBeVisible();
  await report.getByLabel('Date, or date and time').selectOption('When');
  await expect(report.getByText('2 anecdotes found')).toBeVisible();
  await expireAndLogIn();
  await expect(report.getByText('2 anecdotes found')).toBeVisible();
  await expect(report.getByLabel('Date, or date and time')).toHaveValue('2');
  await expect(page.getByLabel('Reddit Post URL')).toHaveValue('https://www.reddit.com/r/tram/');
});
