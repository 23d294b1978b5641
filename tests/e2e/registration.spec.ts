import { expect, type Page } from '@playwright/test';
import { expectAccessible, openPage } from '../support/browser.ts';
import { answerWith, refusal, success } from '../support/made-up-answers.ts';
import { publicConfiguration } from '../support/public-configuration.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let address: string;
let page: Page;
const problems: string[] = [];

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  page = await openPage(browser, problems);
});

test.afterAll(async () => {
  await page?.context().close();
  expect(problems).toEqual([]);
});

/** Opens `path` as if the server had other settings. */
function onServerWith(settings: object, path: string, during: () => Promise<void>): Promise<void> {
  const configured = success({ data: { ...publicConfiguration, ...settings } });
  return answerWith(page, /^GET \/config$/, configured, async () => {
    await page.goto(`${address}${path}`);
    await during();
  });
}

const register = () => page.getByRole('button', { name: "Don't have an account? Register" });

test('where registration is closed a sentence replaces the form and the link to it', async () => {
  const closed = page.getByText('Registration is closed on this server.', { exact: true });
  await onServerWith({ registration: 'closed' }, '/auth?mode=login', async () => {
    await expect(closed).toBeVisible();
    await expect(register()).toHaveCount(0);
    await expectAccessible(page);
    await page.goto(`${address}/auth?mode=register`);
    await expect(closed).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Account' })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Already have an account? Sign In' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
  });
});

test('without a guest account the sign-in form has no tabs and no guest button', async () => {
  await onServerWith({ registration: 'invite', guest: null }, '/auth', async () => {
    await expect(page.getByText('Registering on this server needs an invitation.')).toBeVisible();
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /guest/i })).toHaveCount(0);
    await expectAccessible(page);
    const disabled = 'This account is disabled. Please contact the operator of this server.';
    await answerWith(page, /^POST \/auth\/login$/, refusal(disabled, 'ACCOUNT_DISABLED', 403), async () => {
      await page.getByLabel('Username').fill('ann');
      await page.getByLabel('Password').fill('her password');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText(disabled);
    });
    await expectAccessible(page);
  });
});

test('the link of an invitation opens the form with the address filled in, and an invalid one shows an error', async () => {
  const invitation = success({ data: { email: 'ann@example.org' } });
  await answerWith(page, /^POST \/auth\/check-invitation$/, invitation, () =>
    onServerWith({ registration: 'invite' }, '/invitation?token=made-up', async () => {
      await expect(page.getByLabel('Email')).toHaveValue('ann@example.org');
      expect(page.url()).toBe(`${address}/invitation`);
      await expect(page.getByLabel('Email')).not.toBeEditable();
      await expectAccessible(page);
      await page.getByLabel('Username').focus();
      await page.keyboard.type('ann');
      await page.getByLabel('Password').fill('her password');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText(/^This invitation is invalid, was already used, or has expired/);
      await expectAccessible(page);
    }),
  );
  await page.goto(`${address}/invitation?token=forged`);
  await expect(page.getByRole('alert')).toHaveText(/^This invitation is invalid/);
  await expect(page.getByRole('button', { name: 'Create Account' })).toHaveCount(0);
  await expectAccessible(page);
});

test('after a registration by invitation a reload shows the address to verify again, not that the invitation is used', async () => {
  const isVisible = async () => {
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    await expect(page.getByText('cleo@example.org')).toBeVisible();
  };
  const invitation = success({ data: { email: 'cleo@example.org' } });
  await answerWith(page, /^POST \/auth\/check-invitation$/, invitation, () =>
    answerWith(page, /^POST \/auth\/register$/, success({ data: { is_verified: false } }), () =>
      onServerWith({ registration: 'invite' }, '/invitation?token=made-up', async () => {
        await page.getByLabel('Username').fill('cleo');
        await page.getByLabel('Password').fill('her password');
        await page.keyboard.press('Enter');
        await isVisible();
      }),
    ),
  );
  await page.reload();
  await isVisible();
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
});

test('an invitation can be used where the guest is logged in, and an invalid one leads to the dashboard there', async () => {
  await page.goto(`${address}/auth`);
  await page.getByRole('button', { name: 'Continue as Guest' }).click();
  await expect(page.getByRole('heading', { name: 'Your Anecdotes' })).toBeVisible();
  const invitation = success({ data: { email: 'ben@example.org' } });
  await answerWith(page, /^POST \/auth\/check-invitation$/, invitation, async () => {
    await page.goto(`${address}/invitation?token=made-up`);
    await expect(page.getByLabel('Email')).toHaveValue('ben@example.org');
  });
  await page.goto(`${address}/invitation?token=forged`);
  await expect(page.getByRole('heading', { name: 'Your Anecdotes' })).toBeVisible();
});
