import { expect, type Page } from '@playwright/test';
import { expectAccessible, openPage, withAbortedCalls } from '../support/browser.ts';
import { linkTo } from '../support/local-mails.ts';
import { answerWith, success } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const username = 'ines';
const email = 'ines.amsler@example.org';
const password = 'the tram waits at nine';
const newPassword = 'the tram left at ten';

let address: string;
let page: Page;
const problems: string[] = [];

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  page = await openPage(browser, problems);
});

test.afterAll(async () => {
  await page?.context().close();
});

function press(name: string | RegExp) {
  return page.getByRole('button', { name, exact: true }).click();
}

/** Opens the sign-in screen at the tab for people with an account; its fields are empty. */
async function openSignIn(): Promise<void> {
  await page.goto(`${address}/auth`);
  await page.getByRole('tab', { name: 'Sign In', exact: true }).click();
}

async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

async function logIn(withPassword: string): Promise<void> {
  await fill({ Username: username, Password: withPassword });
  await press('Sign In');
}

/** The token of this page's session. */
function bearer(): Promise<string> {
  return page.evaluate(() => localStorage.getItem('auth_token') ?? '');
}

function call(path: string, token: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${address}/api${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });
}

function alert(text: string) {
  return page.getByRole('alert').filter({ hasText: new RegExp(`^${text.replace(/[.?()]/g, '\\$&')}$`) });
}

function status(text: string) {
  return page.getByRole('status').filter({ hasText: new RegExp(`^${text.replace(/[.?()]/g, '\\$&')}$`) });
}

/** The colour of the border of a field, after its transition. */
function borderOf(label: string): Promise<string> {
  return page.getByLabel(label).evaluate(async (field) => {
    await Promise.all(field.getAnimations().map(({ finished }) => finished));
    return getComputedStyle(field).borderColor;
  });
}

/** The newest of the messages with this text. */
function message(text: string) {
  return page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true }).last();
}

test('a log-in that is sent twice in the same moment is sent once', async ({ browser }) => {
  const visitor = await openPage(browser, problems);
  let calls = 0;
  visitor.on('request', (request) => {
    if (request.url().endsWith('/auth/login')) calls += 1;
  });
  await visitor.goto(`${address}/auth`);
  await visitor.getByRole('tab', { name: 'Sign In', exact: true }).click();
  await visitor.getByLabel('Username').fill('nobody');
  await visitor.getByLabel('Password').fill('nothing at all');
  await visitor.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await expect(visitor.getByRole('alert')).toHaveText('Login failed. Please check your credentials.');
  expect(calls).toBe(1);
  await visitor.getByRole('tab', { name: 'Guest Sign In' }).click();
  await visitor.getByRole('button', { name: 'Continue as Guest' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(visitor).toHaveURL(/\/dashboard$/);
  expect(calls).toBe(2);
  await visitor.context().close();
});

test.describe('a new account', () => {
  test('the sign-in tab reports missing fields, wrong credentials and a failed call', async () => {
    await openSignIn();
    await page.getByLabel('Username').click();
    await page.getByLabel('Password').click();
    await page.getByRole('heading', { name: 'Anecdotes' }).click();
    await expect(page.locator('[aria-invalid]')).toHaveCount(0);
    await press('Sign In');
    await expect(alert('Please enter both username and password')).toBeVisible();
    await expect(page.getByText('Please enter your username', { exact: true })).toBeVisible();
    await expect(page.getByText('Please enter your password', { exact: true })).toBeVisible();
    await expectAccessible(page);

    await expect(page.getByLabel('Username')).toBeFocused();
    await fill({ Username: 'nobody', Password: 'nothing at all' });
    await press('Sign In');
    await expect(alert('Login failed. Please check your credentials.')).toBeVisible();
    await expect(page.getByLabel('Password')).toBeFocused();
    await withAbortedCalls(page, '/auth/login', async () => {
      await press('Sign In');
      await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
      await expect(alert('Login failed')).toBeVisible();
    });
  });

  test('a refused log-in with an e-mail address explains how an unverified account gets a new link', async () => {
    const hint = page.getByText('If you have not verified this address yet, sign in with your username instead.');
    await fill({ Username: 'nobody@example.org', Password: 'nothing at all' });
    await press('Sign In');
    await expect(hint).toBeVisible();
    await fill({ Username: 'nobody' });
    await press('Sign In');
    await expect(hint).toHaveCount(0);
  });

  test('a log-in with an address of an international domain sends its ASCII form', async () => {
    const [sent] = await Promise.all([
      page.waitForRequest('**/api/auth/login'),
      fill({ Username: 'jorg@bücher.example', Password: 'nothing at all' }).then(() => press('Sign In')),
    ]);
    expect(sent.postData()).toContain('username=jorg%40xn--bcher-kva.example&');
    await expect(alert('Login failed. Please check your credentials.')).toBeVisible();
    await openSignIn();
  });

  test('changing the mode or the tab clears messages and fields', async () => {
    await press("Don't have an account? Register");
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByLabel('Username')).toHaveValue('');
    await fill({ Username: 'somebody' });
    await page.getByRole('tab', { name: 'Guest Sign In' }).click();
    await expect(page.getByText('Try the app instantly with a guest account. No registration required!')).toBeVisible();
    await expectAccessible(page);
    await press('Sign In with Your Account');
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveValue('');
  });

  test('registering reports missing fields, invalid fields, a taken name and a failed call', async () => {
    await press("Don't have an account? Register");
    await fill({ Email: 'ines@', Password: 'short' });
    await press('Create Account');
    await expect(alert('Please fill in all fields')).toBeVisible();
    await expect(page.getByText('Please choose a username', { exact: true })).toBeVisible();
    await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible();
    await expect(page.getByText('Password must be at least 6 characters', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Username')).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel('Password').hover();
    expect(await borderOf('Password')).toBe(await borderOf('Email'));

    await fill({ Username: 'a'.repeat(51) });
    const length = 'Please choose a username of at most 50 characters';
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(length);
    await press('Create Account');
    await expect(alert(length)).toBeVisible();

    await fill({ Username: 'guest' });
    await press('Create Account');
    await expect(page.getByLabel('Email')).toBeFocused();
    await fill({ Email: email, Password: password });
    await press('Create Account');
    await expect(alert('This username is already taken')).toBeVisible();
    await expect(page.getByLabel('Username')).toBeFocused();
    await fill({ Username: username });
    await withAbortedCalls(page, '/auth/register', async () => {
      await press('Create Account');
      await expect(page.getByRole('button', { name: 'Creating account...' })).toBeVisible();
      await expect(alert('Registration failed. Please try again.')).toBeVisible();
    });
  });

  test('registering leads to a panel that shows where the mail was sent', async () => {
    await page.getByLabel('Password').press('Enter');
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    await expect(status('Registration successful! Please check your email to verify your account.')).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the local mailbox' })).toHaveAttribute('href', '/dev/mailbox');
    await expectAccessible(page);
    await press('Resend Verification Email');
    const sent = 'If an account with this email exists and is not verified, a verification email has been sent.';
    await expect(status(sent)).toBeVisible();
    await press('Back to Login');
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  });

  test('logging in before verifying opens a card that sends the link again', async () => {
    await logIn(password);
    const needed = 'Please verify your email address before logging in. You can resend the verification email below.';
    await expect(alert(needed)).toBeVisible();
    const card = page.getByRole('region', { name: 'Resend Verification Email' });
    await expect(card.getByLabel('Email')).toHaveValue(username);
    await press('Send Verification Email');
    await expect(card.getByRole('alert')).toHaveText('Please enter a valid email address');
    await expectAccessible(page);
    await card.getByLabel('Email').fill('');
    await press('Send Verification Email');
    await expect(card.getByRole('alert')).toHaveText('Please enter your email address');
    await card.getByLabel('Email').fill(email);
    await withAbortedCalls(page, '/auth/resend-verification-email', async () => {
      await press('Send Verification Email');
      await expect(card.getByRole('button', { name: 'Sending...' })).toBeVisible();
      await expect(card.getByRole('alert')).toHaveText('Failed to send verification email. Please try again.');
    });
    await press('Send Verification Email');
    await expect(card.getByRole('status')).toHaveText(
      'If an account with this email exists and is not verified, a verification email has been sent.',
    );
    await press('Cancel');
    await expect(card).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('a verification link without a token, with a wrong token or without a network shows an error', async () => {
    await page.goto(`${address}/verify-email`);
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
    await expect(page.getByRole('main').getByText('No verification token provided', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${address}/verify-email?token=wrong`);
    await expect(message('This verification link is invalid or has expired.')).toBeVisible();
    await withAbortedCalls(page, '/auth/verify-email', async () => {
      await page.goto(`${address}/verify-email?token=wrong`);
      await expect(page.getByRole('heading', { name: 'Verifying your email...' })).toBeVisible();
      await expect(page.getByRole('main').getByText('Failed to verify email. Please try again.')).toBeVisible();
      await expect(message('Failed to verify email. Please try again.')).toBeVisible();
    });
    await press('Try again');
    await expect(page.getByRole('main').getByText('This verification link is invalid or has expired.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  });

  test('the link of the mail verifies the address, hides its token at once and continues to the login', async () => {
    const link = await linkTo(address, email, 'verify-email');
    const opened = await page.goto(link);
    expect(opened?.headers()['referrer-policy']).toBe('no-referrer');
    await expect(page.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
    await expect(message('Email verified successfully! You can now log in.')).toBeVisible();
    expect(page.url()).toBe(`${address}/verify-email`);
    await expectAccessible(page);
    await expect(page).toHaveURL(`${address}/auth?mode=login`);
    await expect(page.getByLabel('Username')).toHaveValue(username);

    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Email Already Verified' })).toBeVisible();
    await expect(message('This email address is already verified. You can log in.')).toBeVisible();
    await page.getByRole('link', { name: 'Continue to Login' }).click();
    await expect(page.getByLabel('Username')).toHaveValue(username);
  });

  test('values that a password manager fills in without an event are sent', async ({ browser }) => {
    const other = await openPage(browser, problems);
    await other.goto(`${address}/auth`);
    await other.getByRole('tab', { name: 'Sign In', exact: true }).click();
    const devtools = await other.context().newCDPSession(other);
    const { frameTree } = await devtools.send('Page.getFrameTree');
    // The world of an extension, whose changes of a field do not reach React.
    const world = await devtools.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
    const fill = `for (const [name, value] of Object.entries(${JSON.stringify({ username, password })}))
      document.querySelector('form').elements.namedItem(name).value = value`;
    await devtools.send('Runtime.evaluate', { contextId: world.executionContextId, expression: fill });
    await other.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(other.getByRole('heading', { name: 'Your Anecdotes' })).toBeVisible();
    await other.context().close();
  });

  test('values that a password manager fills in and submits at once are sent', async () => {
    await page.getByLabel('Username').evaluate(
      (field: HTMLInputElement, values) => {
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
        for (const [name, value] of Object.entries(values)) {
          const input = field.form?.elements.namedItem(name) as HTMLInputElement;
          set?.call(input, value);
          input.dispatchEvent(new Event('input', { bubbles: true }));
        }
        field.form?.requestSubmit();
      },
      { username, password },
    );
    await expect(page.getByRole('heading', { name: 'Your Anecdotes' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Your Anecdotes' })).toBeFocused();
    await expect(page.getByRole('banner').getByRole('button', { name: 'ines, account and settings' })).toBeVisible();
  });
});

test.describe('a forgotten password', () => {
  test('a request for a reset link does not reveal whether the address is known', async ({ browser }) => {
    const signedInPage = page;
    page = await openPage(browser, problems);
    await openSignIn();
    await press('Forgot your password?');
    await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible();
    // Screen readers announce what is put into a region that is there already.
    await expect(page.locator('form').getByRole('status')).toBeEmpty();
    await press('Send Reset Link');
    await expect(alert('Please enter your email address')).toBeVisible();
    await fill({ Email: 'no address' });
    await press('Send Reset Link');
    await expect(alert('Please enter a valid email address')).toBeVisible();
    await expectAccessible(page);
    for (const address of ['nobody@example.org', email]) {
      await fill({ Email: address });
      await press('Send Reset Link');
      await expect(
        status('If an account with this email exists, you will receive a password reset link shortly.'),
      ).toBeVisible();
    }
    await withAbortedCalls(page, '/auth/forgot-password', async () => {
      await press('Send Reset Link');
      await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
      await expect(alert('Failed to send reset email. Please try again.')).toBeVisible();
    });
    await page.context().close();
    page = signedInPage;
  });

  test('a reset link without a token or with a wrong token is refused', async () => {
    const invalid = 'The password reset link is invalid or has expired. Please request a new password reset.';
    await page.goto(`${address}/reset-password`);
    await expect(page.getByRole('heading', { name: 'Invalid or Expired Token' })).toBeVisible();
    await expect(page.getByText('No reset token provided.', { exact: true })).toBeVisible();
    await expect(page.getByText(invalid)).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${address}/reset-password?token=wrong`);
    await expect(page.getByRole('heading', { name: 'Invalid or Expired Token' })).toBeVisible();
    await expect(page.getByText(invalid)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible();
    await page.reload();
    await expect(page.getByText('No reset token provided.', { exact: true })).toBeVisible();
  });

  test('a reset link that could not be checked when it was opened is refused on submission', async () => {
    await withAbortedCalls(page, '/auth/check-reset-link', async () => {
      const failed = page.waitForEvent('requestfailed');
      await page.goto(`${address}/reset-password?token=wrong`);
      await failed;
      await fill({ 'New Password': newPassword, 'Confirm Password': newPassword });
      await press('Reset Password');
    });
    await expect(page.getByRole('heading', { name: 'Invalid or Expired Token' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible();
  });

  test('the form for a new password reports invalid passwords and a failed call', async () => {
    await page.goto(await linkTo(address, email, 'password-reset'));
    expect(page.url()).toBe(`${address}/reset-password`);
    const button = page.getByRole('button', { name: 'Reset Password' });
    await expect(button).toBeDisabled();
    await page.getByPlaceholder('Enter your new password').fill('short');
    await page.getByPlaceholder('Confirm your new password').press('Tab');
    await expect(page.getByText('Please confirm your password', { exact: true })).toHaveCount(0);
    await page.getByPlaceholder('Confirm your new password').fill('x');
    await page.getByPlaceholder('Confirm your new password').fill('');
    await page.getByPlaceholder('Confirm your new password').press('Tab');
    await expect(page.getByText('Password must be at least 6 characters', { exact: true })).toBeVisible();
    await expect(page.getByText('Please confirm your password', { exact: true })).toBeVisible();
    await page.getByPlaceholder('Confirm your new password').fill('shirt');
    await expect(page.getByText('Passwords do not match', { exact: true })).toBeVisible();
    await expectAccessible(page);
    const submit = () => page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
    await submit();
    await expect(alert('Passwords do not match.')).toBeVisible();
    await page.getByPlaceholder('Confirm your new password').fill('short');
    await submit();
    await expect(alert('Password must be at least 6 characters.')).toBeVisible();
    await page.reload();
    await fill({ 'New Password': newPassword, 'Confirm Password': newPassword });
    await withAbortedCalls(page, '/auth/reset-password', async () => {
      await button.click();
      await expect(alert('Failed to reset password. Please try again.')).toBeVisible();
    });
    await fill({ 'New Password': 'password', 'Confirm Password': 'password' });
    await button.click();
    await expect(alert('Please choose a less common password')).toBeVisible();
  });

  test('a new password ends the old sessions on both services within 5 s', async ({ browser }) => {
    const token = await bearer();
    expect((await call('/auth/me', token)).status).toBe(200);
    const other = await openPage(browser, problems);
    await other.goto(`${address}/auth`);
    await other.evaluate((kept) => localStorage.setItem('auth_token', kept), token);

    await fill({ 'New Password': newPassword, 'Confirm Password': newPassword });
    await press('Reset Password');
    await expect(page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeFocused();
    await expect(status('Password reset successfully! You can now log in with your new password.')).toBeVisible();
    const outBoth = async () => [
      (await call('/auth/me', token)).status,
      (await call('/auth/logout', token, { method: 'POST' })).status,
    ];
    await expect.poll(outBoth, { intervals: [200] }).toEqual([401, 401]);
    await other.goto(`${address}/dashboard`);
    await expect(other.getByText('Your session has expired. Please log in again to continue.')).toBeVisible();
    await other.context().close();
    await expectAccessible(page);
  });

  test('a used reset link is refused before anything is typed', async ({ browser }) => {
    const other = await openPage(browser, problems);
    await other.goto(await linkTo(address, email, 'password-reset'));
    await expect(other.getByRole('heading', { name: 'Invalid or Expired Token' })).toBeVisible();
    await other.context().close();
  });

  test('only the new password logs in', async () => {
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await logIn(password);
    await expect(alert('Login failed. Please check your credentials.')).toBeVisible();
    await logIn(newPassword);
    await expect(page.getByRole('heading', { name: 'Your Anecdotes' })).toBeVisible();
  });

  test('a reset of another account in this browser leads to its log-in and does not end the session here', async () => {
    const answer = success({ data: { account: 'another', message: 'done' } });
    await answerWith(page, /^POST \/auth\/(?:check-reset-link|reset-password)$/, answer, async () => {
      await page.goto(`${address}/reset-password?token=anothers`);
      await fill({ 'New Password': password, 'Confirm Password': password });
      await press('Reset Password');
      await expect(page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeVisible();
    });
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
    await page.goto(`${address}/dashboard`);
    await expect(page.getByRole('heading', { name: 'Your Anecdotes' })).toBeVisible();
  });

  test('where somebody is logged in the verification link of another account leads to the log-in of that account', async () => {
    const openLinkOf = (name: string) => {
      const answer = success({ data: { is_verified: true, already_verified: true, username: name, message: 'done' } });
      return answerWith(page, /^POST \/auth\/verify-email$/, answer, async () => {
        await page.goto(`${address}/verify-email?token=made-up`);
        await page.getByRole('link', { name: 'Continue to Login' }).click();
      });
    };
    await openLinkOf('another');
    await expect(page.getByLabel('Username')).toHaveValue('another');
    await fill({ Password: 'a wrong password' });
    await press('Sign In');
    await expect(alert('Login failed. Please check your credentials.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).not.toBeNull();
    // Logging in replaces the session; Back no longer shows the form.
    await fill({ Username: 'guest', Password: 'guest-demo' });
    await press('Sign In');
    await expect(page.getByText('This is the shared guest account.')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Your Anecdotes' })).toBeVisible();
    await openLinkOf('guest');
    await expect(page.getByRole('heading', { name: 'Your Anecdotes' })).toBeVisible();
  });
});

test('no page has thrown an error', () => {
  expect(problems).toEqual([]);
});
