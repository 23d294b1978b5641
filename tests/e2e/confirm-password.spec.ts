import { expect } from '@playwright/test';
import pg from 'pg';
import { expectAccessible } from '../support/browser.ts';
import { message } from '../support/dashboard-page.ts';
import { openJournal, PASSWORD } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';

test('an export and a new key ask for the password again if it was entered a while ago', async ({
  browser,
  product,
}) => {
  const { page, client, go, close } = await openJournal(browser, product.address);
  const [, claims = ''] = client.token.split('.');
  const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const vault = new pg.Client(product.databaseUrl);
  await vault.connect();
  await vault.query(`update vault.session set created_at = created_at - interval '1 hour' where id = $1`, [sid]);
  await vault.end();
  const exporting = page.getByRole('button', { name: 'Export Journal', exact: true });
  const dialog = page.getByRole('dialog');

  await go('/api-keys');
  await page.getByRole('button', { name: 'Create New Key' }).click();
  const name = page.getByLabel('Key Name');
  await name.fill('Backup script');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create Key' })).toBeEnabled();
  await expect(name).toHaveValue('Backup script');
  await expect(page.getByText('Please confirm your password to do this')).toHaveCount(0);

  await go('/account');
  await exporting.click();
  await expect(dialog.getByRole('heading', { name: 'Confirm your password' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(exporting).toBeEnabled();
  await expect(exporting).toBeFocused();
  await expect(page.getByText('Please confirm your password to do this')).toHaveCount(0);

  await exporting.click();
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await dialog.getByLabel('Password').fill('x'.repeat(129));
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription('Password must be at most 128 characters');
  await dialog.getByLabel('Password').fill('not the one');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Your current password is incorrect')).toBeVisible();
  await dialog.getByLabel('Password').fill(PASSWORD);
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  await downloading;
  await expect(message(page, 'Your journal is exported')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).not.toBe(client.token);
  await close();
});
