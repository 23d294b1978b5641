import { expect, type Page } from '@playwright/test';
import { expectAccessible, openPage } from '../support/browser.ts';
import { leave, message } from '../support/dashboard-page.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { answerWith, holdCalls, nameOf, refusal, success } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let address: string;
let journal: Journal;
let visitor: Page;

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  journal = await openJournal(browser, address);
  visitor = await openPage(browser, journal.problems);
  await visitor.addInitScript(() => localStorage.setItem('analytics_cookies', 'declined'));
});

test.afterAll(() => journal?.close());

test.describe('the sign-in screen', () => {
  test('shows a welcome, links to the home page and begins with the guest tab', async () => {
    await visitor.goto(`${address}/auth`);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Anecdotes');
    await expect(visitor.getByText('Welcome back — your anecdotes await')).toBeVisible();
    await expect(visitor.getByRole('tab')).toHaveText(['Guest Sign In', 'Sign In']);
    await expect(visitor.getByRole('tab', { name: 'Guest Sign In' })).toHaveAttribute('aria-selected', 'true');
    await expect(visitor.getByText('Quick Start')).toBeVisible();
    await expect(
      visitor.getByText('Try the app instantly with a guest account. No registration required!'),
    ).toBeVisible();
    await visitor.getByRole('link', { name: 'Anecdotes: go to the home page' }).click();
    await expect(visitor).toHaveURL(`${address}/`);
    await visitor.goBack();
    await expect(visitor.getByRole('button', { name: 'Continue as Guest' })).toBeVisible();
  });

  test('leads from the guest tab to the log-in and the registration, and back to the log-in', async () => {
    await visitor.getByRole('button', { name: 'Sign In with Your Account' }).click();
    await expect(visitor.getByRole('tab', { name: 'Sign In', exact: true })).toHaveAttribute('aria-selected', 'true');
    await visitor.getByRole('button', { name: /Register/ }).click();
    await expect(visitor.getByLabel('Email')).toBeVisible();
    await visitor.getByRole('tab', { name: 'Guest Sign In' }).click();
    await visitor.getByRole('tab', { name: 'Sign In', exact: true }).click();
    await expect(visitor.getByLabel('Email')).toHaveCount(0);
    await expect(visitor.getByRole('button', { name: 'Forgot your password?' })).toBeVisible();
  });
});

test.describe('the screen for a verified address', () => {
  const verified = success({
    data: { is_verified: true, already_verified: false, username: 'verity', message: 'Done' },
  });

  test('links to the login', async () => {
    await answerWith(visitor, /^POST \/auth\/verify-email$/, verified, async () => {
      await visitor.goto(`${address}/verify-email?token=good`);
      await visitor.getByText('Continue to Login').click();
    });
    await expect(visitor).toHaveURL(/\/auth\?mode=login$/);
  });

  test('redirects to the login after 3 s, and shows its message for 5 s', async () => {
    await visitor.clock.install();
    await answerWith(visitor, /^POST \/auth\/verify-email$/, verified, async () => {
      await visitor.goto(`${address}/verify-email?token=good`);
      await expect(visitor.getByText('Continue to Login')).toBeVisible();
    });
    const shown = message(visitor, 'Email verified successfully! You can now log in.');
    await expect(shown).toBeVisible();
    await expect(visitor).toHaveURL(/\/verify-email$/);
    await visitor.clock.fastForward(3_000);
    await expect(visitor).toHaveURL(/\/auth\?mode=login$/);
    await expect(shown).toBeVisible();
    await visitor.clock.fastForward(2_500);
    await expect(shown).toHaveCount(0);
  });
});

test.describe('the message about verifying an address', () => {
  async function expectSaidFor8Seconds(text: string): Promise<void> {
    const said = visitor.getByText(text, { exact: true });
    await expect(said).toBeVisible();
    await visitor.clock.fastForward(5_500);
    await expect(said).toBeVisible();
    await visitor.clock.fastForward(2_500);
    await expect(said).toHaveCount(0);
  }

  test('is shown for 8 s after a log-in that was refused as unverified', async () => {
    await visitor.getByRole('tab', { name: 'Sign In', exact: true }).click();
    await visitor.getByLabel('Username').fill('verity');
    await visitor.getByLabel('Password').fill('a quiet river');
    const unverified = refusal('Please verify your email address before logging in.', 'EMAIL_NOT_VERIFIED', 403);
    await answerWith(visitor, /^POST \/auth\/login$/, unverified, async () => {
      await visitor.getByLabel('Password').press('Enter');
      await expectSaidFor8Seconds(
        'Please verify your email address before logging in. You can resend the verification email below.',
      );
    });
    await expect(visitor.getByRole('textbox', { name: 'Email' })).toHaveValue('verity');
  });

  test('is shown for 8 s after a registration, which is sent once', async () => {
    await visitor.getByRole('button', { name: /Register/ }).click();
    await visitor.getByLabel('Username').fill('verity');
    await visitor.getByLabel('Email').fill('verity@example.org');
    await visitor.getByLabel('Password').fill('a quiet river');
    const release = await holdCalls(visitor, /^POST \/auth\/register$/);
    await visitor.getByLabel('Password').press('Enter');
    await expect(visitor.getByRole('button', { name: 'Creating account...' })).toBeVisible();
    await visitor.getByLabel('Password').press('Enter');
    expect(await release()).toBe(1);
    await expectSaidFor8Seconds('Registration successful! Please check your email to verify your account.');
  });
});

for (const path of ['/api-keys', '/import']) {
  test(`Back to Dashboard leads from ${path} to the dashboard`, async () => {
    await journal.go(path);
    await journal.page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(journal.page).toHaveURL(/\/dashboard$/);
  });
}

test.describe('a session', () => {
  test('shows who is logged in, and the bar links to other screens', async () => {
    const bar = journal.page.getByRole('banner');
    await bar.getByRole('link', { name: 'New Anecdote' }).click();
    await expect(journal.page).toHaveURL(/\/entry$/);
    const menu = bar.getByRole('button', { name: `${journal.username}, account and settings` });
    const closed = await menu.boundingBox();
    await menu.click();
    await expect(journal.page.getByRole('menu')).toBeVisible();
    expect(await menu.boundingBox()).toEqual(closed);
    await journal.page.getByRole('menuitem', { name: 'API Keys' }).click();
    await expect(journal.page).toHaveURL(/\/api-keys$/);
    await expect(journal.page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('at an unknown address has the header with a session, and only a way home without one', async () => {
    for (const [page, headers] of [
      [journal.page, 1],
      [visitor, 0],
    ] as const) {
      await page.goto(`${address}/nowhere`);
      await expect(page.getByRole('heading', { level: 1, name: 'Nothing here' })).toBeVisible();
      await expect(page.getByRole('banner')).toHaveCount(headers);
      await expect(page.getByRole('main')).toHaveCount(1);
      await expect(page).toHaveURL(`${address}/nowhere`);
      await expectAccessible(page);
    }
  });

  test('is checked at the start and every 30 s', async () => {
    const asked: string[] = [];
    journal.page.on('request', (request) => {
      if (nameOf(request) === 'GET /auth/me') asked.push(request.url());
    });
    await journal.page.clock.install();
    await journal.go('/dashboard');
    await expect.poll(() => asked.length).toBe(1);
    let steps = 0;
    // No call is made while the previous one is still running.
    const step = async () => {
      steps += 1;
      await journal.page.clock.fastForward(30_000);
      return asked.length;
    };
    await expect.poll(step).toBeGreaterThanOrEqual(3);
    expect(asked.length).toBeLessThanOrEqual(1 + steps);
  });

  test('leaves neither a token nor a name after a logout, which leads to the sign-in screen', async () => {
    const kept = () => journal.page.evaluate(() => [localStorage.getItem('auth_token'), localStorage.getItem('user')]);
    expect(await kept()).not.toContain(null);
    await leave(journal.page);
    expect(await kept()).toEqual([null, null]);
  });
});
