import { expect, type Page, type Route } from '@playwright/test';
import { clientWith } from '../support/client.ts';
import { message } from '../support/dashboard-page.ts';
import { type Journal, openJournal, PASSWORD } from '../support/journal-page.ts';
import { linkTo } from '../support/local-mails.ts';
import { holdCalls, nameOf } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const changed = 'the tram left at ten';

let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
});

test.afterAll(() => journal?.close());

/** Lets the first call that matches, a method and a path below /api, reach the service and cuts off its answer. */
async function cutFirstAnswer(call: RegExp): Promise<void> {
  let isCut = false;
  await page.route(/\/api\//, async (route) => {
    if (isCut || !call.test(nameOf(route.request()))) return route.fallback();
    isCut = true;
    await route.fetch();
    await route.abort();
  });
}

async function press(name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

test('an API key whose secret did not arrive is in the list, where it can be rotated', async () => {
  await journal.go('/api-keys');
  await press('Create New Key');
  await page.getByLabel('Key Name').fill('Backup script');
  await cutFirstAnswer(/^POST \/api-keys$/);
  await press('Create Key');
  await expect(page.getByText(/^The key was created, but it didn't reach this page/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rotate: Backup script' })).toBeVisible();
});

test('an API key none of whose answers arrived is not made twice when it is sent again', async () => {
  await press('Cancel');
  await press('Create New Key');
  await page.getByLabel('Key Name').fill('Night script');
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/api-keys', loseAnswer);
  await press('Create Key');
  await expect(page.getByRole('alert')).toHaveText('Failed to create API key');
  await page.unroute('**/api/api-keys', loseAnswer);
  await press('Create Key');
  await expect(page.getByText(/^The key was created, but it didn't reach this page/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rotate: Night script' })).toHaveCount(1);
  await press('Create Key');
  await expect(page.getByRole('heading', { name: 'Your new key' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rotate: Night script' })).toHaveCount(2);
});

test('an API key is rotated once by two clicks in the same moment, and the new key is shown', async ({ product }) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/rotate')) calls += 1;
  });
  await press('Rotate: Backup script');
  const rotate = page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true });
  await rotate.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(calls).toBe(1);
  const made = clientWith(product.address, (await page.locator('code').textContent()) ?? '');
  await expect.poll(async () => (await made.call('GET', '/api/anecdotes')).status).toBe(200);
});

test('the secret of a new or rotated API key is shown also when the screen was left before its answer', async () => {
  const secretOf = async (call: RegExp, begin: () => Promise<void>) => {
    const release = await holdCalls(page, call);
    await begin();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'API Keys', exact: true })).toHaveCount(0);
    await release();
    await expect(message(page, /Copy it now as it won't be shown again\.$/)).toBeVisible();
    await page.goForward();
    await expect(page.locator('code')).toHaveText(/^anec_\w{49}$/);
    await press('Got it!');
    await expect(page.locator('code')).toHaveCount(0);
  };
  await journal.go('/dashboard');
  await page.getByRole('button', { name: `${journal.username}, account and settings` }).click();
  await page.getByRole('menuitem', { name: 'API Keys' }).click();
  await secretOf(/^POST \/api-keys\/.*\/rotate$/, async () => {
    await press('Rotate: Backup script');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click();
  });
  await secretOf(/^POST \/api-keys$/, async () => {
    await press('Create New Key');
    await page.getByLabel('Key Name').fill('Tram script');
    await press('Create Key');
  });
});

test('a changed password is reported as changed although the first answer did not arrive', async () => {
  await journal.go('/account');
  await page.getByLabel('Current Password').fill(PASSWORD);
  for (const name of ['New Password', 'Confirm New Password']) {
    await page.getByLabel(name, { exact: true }).fill(changed);
  }
  await cutFirstAnswer(/^POST \/auth\/change-password$/);
  await press('Change Password');
  await expect(message(page, /^Password changed/)).toBeVisible();
});

test('a reset password is reported as reset although the first answer did not arrive', async ({ product }) => {
  const email = `${journal.username}@example.org`;
  await journal.client.call('POST', '/api/auth/forgot-password', { email });
  await page.goto(await linkTo(product.address, email, 'password-reset'));
  for (const name of ['New Password', 'Confirm Password']) await page.getByLabel(name, { exact: true }).fill(PASSWORD);
  await cutFirstAnswer(/^POST \/auth\/reset-password$/);
  await press('Reset Password');
  await expect(page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeVisible();
});
