import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, openPage, withAbortedCalls } from '../support/browser.ts';
import { clientWith, logIn } from '../support/client.ts';
import { newMember } from '../support/local-mails.ts';
import { answerWith, holdCalls, refusal, success } from '../support/made-up-answers.ts';
import { publicConfiguration } from '../support/public-configuration.ts';
import { test } from '../support/shared-product.ts';
import { unzip } from '../support/unzip.ts';

test.describe.configure({ mode: 'serial' });

const username = 'mara';
const password = 'rain against the hinge';

let address: string;
let page: Page;
const problems: string[] = [];

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  await newMember(address, username, password);
  page = await openPage(browser, problems);
});

test.afterAll(async () => {
  await page?.context().close();
});

function go(path: string) {
  return page.goto(`${address}${path}`);
}

function press(name: string) {
  return page.getByRole('button', { name, exact: true }).click();
}

/** The newest of the messages with this text. */
function message(text: string) {
  return page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true }).last();
}

function dialog() {
  return page.getByRole('dialog');
}

function token(): Promise<string> {
  return page.evaluate(() => localStorage.getItem('auth_token') ?? '');
}

async function signIn(name = username, secret = password): Promise<void> {
  await page.getByRole('tab', { name: 'Sign In', exact: true }).click();
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password').fill(secret);
  await page.getByLabel('Password').press('Enter');
}

test.describe('screens for signed-in people', () => {
  for (const path of ['/dashboard', '/entry', '/api-keys', '/account', '/email-stats']) {
    test(`${path} redirects to the sign-in screen without a session`, async () => {
      await go(path);
      await expect(page).toHaveURL(`${address}/auth`);
    });
  }

  test('after a log-in the requested screen opens, and the sign-in screen redirects to the dashboard', async () => {
    await go('/api-keys');
    await signIn();
    await expect(page.getByRole('heading', { name: 'API Keys', exact: true })).toBeVisible();
    await go('/auth');
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test.describe('API keys', () => {
  let key: string;

  test('an empty list says so and offers to create the first key', async () => {
    await go('/api-keys');
    await expect(page).toHaveTitle('API Keys · Anecdotes');
    await expect(page.getByRole('heading', { name: 'No API Keys Yet' })).toBeVisible();
    await expect(page.getByText("You haven't created any API keys yet.")).toBeVisible();
    await expectAccessible(page);
    await press('Create Your First Key');
    await press('Cancel');
    await expect(page.getByLabel('Key Name')).toHaveCount(0);
  });

  test('the API documentation opens from the list and is accessible', async () => {
    await page.getByRole('link', { name: 'API documentation' }).press('Enter');
    await expect(page).toHaveURL(/\/api\/docs$/);
    await expect(page.getByText('/api/anecdotes/{id}/history').first()).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'No API Keys Yet' })).toBeVisible();
  });

  test('a key without a name is refused', async () => {
    await press('Create New Key');
    await expect(page.getByPlaceholder('Enter a descriptive name for this key')).toBeFocused();
    await expect(page.getByText('Choose a name that helps you identify what this key is used for.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Key' })).toBeDisabled();
    await page.getByLabel('Key Name').fill('  ');
    await page.getByRole('heading', { name: 'Create New API Key' }).click();
    await expect(page.getByText('Please enter a name for the API key', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  test('a new key is shown once, can be copied, and works', async () => {
    await page.getByLabel('Key Name').fill(' Kitchen\u202e tablet ');
    await withAbortedCalls(page, '/api-keys', async () => {
      await page.getByLabel('Key Name').press('Enter');
      await expect(page.getByRole('alert')).toHaveText('Failed to create API key');
    });
    await page.getByLabel('Key Name').press('Enter');
    await expect(message("API key created successfully! Copy it now as it won't be shown again.")).toBeVisible();
    key = (await page.locator('code').textContent()) ?? '';
    expect(key).toMatch(/^anec_\w{49}$/);
    await expectAccessible(page);
    await press('Copy');
    await expect(message('API key copied to clipboard!')).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
    await press('Copy');
    await expect(message('Failed to copy to clipboard')).toBeVisible();
    expect((await clientWith(address, key).call('GET', '/api/anecdotes')).status).toBe(200);

    await press('Got it!');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your API Keys (1)' })).toBeVisible();
    const card = page.getByRole('listitem').filter({ hasText: 'Kitchen tablet' });
    for (const fact of ['Active', 'Created', 'Last Used', 'Key ID']) {
      await expect(card.getByText(fact, { exact: true })).toBeVisible();
    }
    await expect(card.getByText('Expires', { exact: true })).toHaveCount(0);
    await expect(page.locator('main')).not.toContainText(key);
  });

  test('a key is deactivated and activated again', async () => {
    await withAbortedCalls(page, '/api-keys/*', async () => {
      await press('Deactivate: Kitchen tablet');
      await expect(message('Failed to update API key status')).toBeVisible();
    });
    await press('Deactivate: Kitchen tablet');
    await expect(message('API key status updated successfully')).toBeVisible();
    await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
    await press('Activate: Kitchen tablet');
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  test('rotating a key shows the new key and ends the old one', async () => {
    await press('Rotate: Kitchen tablet');
    await expect(dialog().getByText('When should the old one stop working?')).toBeVisible();
    await expectAccessible(page);
    await dialog().getByRole('radio', { name: 'In a day' }).check();
    await press('Cancel');
    await press('Rotate: Kitchen tablet');
    await expect(dialog().getByRole('radio', { name: 'Immediately' })).toBeChecked();
    await dialog().getByRole('button', { name: 'Rotate', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Your new key' })).toBeVisible();
    const next = (await page.locator('code').textContent()) ?? '';
    const statusWith = async (secret: string) =>
      (await clientWith(address, secret).call('GET', '/api/anecdotes')).status;
    await expect.poll(() => statusWith(next)).toBe(200);
    await expect.poll(() => statusWith(key)).toBe(401);
  });

  test('a key is deleted after a confirmation, and its secret is no longer shown', async () => {
    await press('Delete: Kitchen tablet');
    await expect(
      dialog().getByText('Are you sure you want to delete this API key? This action cannot be undone.'),
    ).toBeVisible();
    await expectAccessible(page);
    await withAbortedCalls(page, '/api-keys/*', async () => {
      await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(message('Failed to delete API key')).toBeVisible();
    });
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(message('API key deleted successfully')).toBeVisible();
    await expect(page.locator('#main')).toBeFocused();
    await expect(page.getByRole('heading', { name: 'No API Keys Yet' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Your new key' })).toHaveCount(0);
  });

  test('a list that cannot be loaded shows an error and can be loaded again', async () => {
    await withAbortedCalls(page, '/api-keys', async () => {
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Failed to load API keys' })).toBeVisible();
    });
    await press('Try again');
    await expect(page.getByRole('heading', { name: 'No API Keys Yet' })).toBeVisible();
  });

  test('the API key test page creates a key with the time in its name', async () => {
    await go('/api-keys-test');
    await press('Create Test Key');
    await expect(page.locator('pre')).toContainText(/"name": "Test Key 20\d\d-/);
    await press('Load API Keys');
    await expect(page.locator('pre')).not.toContainText('"key":');
    await expectAccessible(page);
  });

  test('the API key test page opens without a session, but its calls are refused', async ({ browser }) => {
    const stranger = await openPage(browser, problems);
    await stranger.goto(`${address}/api-keys-test`);
    await stranger.getByRole('button', { name: 'Load API Keys' }).click();
    await expect(stranger.getByRole('alert')).toHaveText('Your session has expired. Please log in again.');
    await stranger.context().close();
  });
});

test.describe('the account screen', () => {
  test('shows where the person is signed in, and ends a session of another device', async () => {
    const elsewhere = await logIn(address, username, password);
    await go('/dashboard');
    await page.getByRole('button', { name: /account and settings/ }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await expect(page.getByText('This browser')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Log out node/ }).press('Enter');
    await expect(message('Session ended')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Log out/ })).toHaveCount(0);
    await expect(page.locator('#main')).toBeFocused();
    await expect.poll(async () => (await elsewhere.call('GET', '/api/auth/me')).status).toBe(401);
  });

  test('shows nothing below the sessions before they are loaded', async () => {
    const release = await holdCalls(page, /^GET \/auth\/sessions$/);
    await page.reload();
    const title = (name: string) => page.getByRole('heading', { name });
    await expect(title("Where you're signed in")).toBeVisible();
    await expect(title('Change password')).toHaveCount(0);
    await release();
    await expect(title('Change password')).toBeVisible();
  });

  test('ends all other sessions at once, even if one of them has just ended', async () => {
    const [first] = await Promise.all([1, 2, 3].map(() => logIn(address, username, password)));
    await page.reload();
    await expect(page.getByRole('button', { name: 'Log out everywhere else' })).toBeVisible();
    await first?.call('POST', '/api/auth/logout');
    await press('Log out everywhere else');
    await expect(message('Signed out everywhere else')).toBeVisible();
    await expect(page.getByText(/^Signed in /)).toHaveCount(1);
  });

  test('changes the password, which ends the other sessions in the list too', async () => {
    await logIn(address, username, password);
    await page.reload();
    await press('Change Password');
    await expect(page.getByRole('alert')).toHaveText('Please enter your password');
    await expect(page.locator('form [autocomplete="username"]')).toHaveValue(username);
    await page.getByLabel('Current Password').fill('not this one');
    await page.getByLabel('New Password', { exact: true }).fill(`${password}!`);
    await page.getByLabel('Confirm New Password').fill(`${password}!`);
    await press('Change Password');
    await expect(page.getByRole('alert')).toHaveText('Your current password is incorrect');
    await expect(page.getByLabel('Current Password')).toBeFocused();
    await page.getByLabel('Current Password').fill(password);
    await press('Change Password');
    await expect(message('Password changed successfully')).toBeVisible();
    await expect(page.getByLabel('Current Password')).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Change Password' })).toBeFocused();
    await expect(page.getByText(/^Signed in /)).toHaveCount(1);
  });
});

test('the journal is exported as a file, whose page can be read and searched offline and runs no scripts', async ({
  browser,
}) => {
  const attack = `</p><script>document.title='run'</script><img src=x onerror="document.title='run'">`;
  const client = clientWith(address, await token());
  const write = async (fields: object) =>
    (await client.call<{ id: string }>('POST', '/api/anecdotes', fields)).body.data.id;
  const cello = await write({
    description: 'An été in a Straße, with a cello',
    tags: ['<img src=x onerror=alert(1)>'],
  });
  await write({ description: attack, location: attack, connected_to: cello });
  await go('/account');
  await expect(page.getByText(/^2 anecdotes, about/)).toBeVisible();
  await expectAccessible(page);
  // Never reaches the service, which would refuse the next export until it notices that this one was cancelled.
  await page.route(/\/api\/export(?:\?|$)/, () => {}, { times: 1 });
  const exportButton = page.getByRole('button', { name: 'Export Journal' });
  await exportButton.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(exportButton).toBeFocused();
  const downloading = page.waitForEvent('download');
  await exportButton.press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^anecdotes-.*\.zip$/);
  await expect(message('Your journal is exported')).toBeVisible();

  const files = await unzip(readFileSync(await download.path()));
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  writeFileSync(join(folder, 'index.html'), files.get('index.html') ?? '');
  const offline = await openPage(browser, problems);
  const asked: string[] = [];
  offline.on('request', (request) => asked.push(request.url()));
  await offline.goto(`file://${folder}/index.html`);
  await expect(offline.getByRole('article')).toHaveCount(2);
  await offline.getByRole('searchbox').fill('ete STRASSE CELLO');
  await expect(offline.getByRole('article')).toHaveCount(1);
  await expect(offline.getByRole('status')).toHaveText('1 of 2');
  await offline.getByText('Continued by').getByRole('link').click();
  await expect(offline.getByRole('article')).toHaveCount(2);
  await expect(offline).toHaveURL(/#/);
  await expectAccessible(offline);
  await expect(offline).toHaveTitle('Anecdotes');
  expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
  expect(problems).toEqual([]);
  await offline.context().close();
  rmSync(folder, { recursive: true });

  await go('/dashboard?q=cello');
  const releaseSessions = await holdCalls(page, /^GET \/auth\/sessions$/);
  await page.getByRole('link', { name: 'Export this list' }).press('Enter');
  await expect(page).toHaveURL(/#export$/);
  await releaseSessions();
  await expect(page.getByText('Only what passes the filter: “cello”.')).toBeInViewport();
  await expect(page.getByText(/^1 anecdote, about/)).toBeVisible();
  await expect(page.getByText('With the trash')).toHaveCount(0);
  await expectAccessible(page);
  const downloadingList = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Journal' }).press('Enter');
  const list = await unzip(readFileSync(await (await downloadingList).path()));
  expect(JSON.parse(list.get('journal.json') ?? '')).toMatchObject({ is_whole: false, anecdotes: [{ id: cello }] });
  await page.getByText('The whole journal').click();
  await expect(page.getByText(/^2 anecdotes, about/)).toBeVisible();
});

test.describe('e-mail statistics', () => {
  test('list the mails that were sent', async () => {
    await go('/email-stats');
    await expect(page.getByText('Only available in development mode')).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      'Recipient',
      'Campaign',
      'First Opened',
      'Last Opened',
      'Opens',
    ]);
    await expect(page.getByRole('cell', { name: 'verify-email' })).toBeVisible();
    await expectAccessible(page);
  });

  test('are an empty table if the call is refused, and do not exist in production', async () => {
    await answerWith(page, /^GET \/email-tracking\/stats/, refusal('no', 'FORBIDDEN', 403), async () => {
      await page.reload();
      await expect(page.getByText('No tracking data available')).toBeVisible();
    });
    const configuration = { ...publicConfiguration, production: true };
    await answerWith(page, /^GET \/config$/, success({ data: configuration }), async () => {
      await page.reload();
      await expect(page).toHaveURL(/\/dashboard$/);
    });
  });
});

test.describe('an expired session', () => {
  /** Ends the session of the page without its knowledge. */
  async function endElsewhere(): Promise<void> {
    const session = clientWith(address, await token());
    await session.call('POST', '/api/auth/logout');
    await expect.poll(async () => (await session.call('GET', '/api/auth/me')).status).toBe(401);
  }

  test('opens a dialog that stays until it is answered, and restores the draft after the log-in', async () => {
    await go('/dashboard');
    await page.getByRole('textbox', { name: 'What happened?' }).fill('Half a thought');
    await endElsewhere();
    // The page notices when its live connection ends.
    await expect(dialog().getByText('Your session has expired. Please log in again to continue.')).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(page.getByText('Your session has expired. Please log in again.', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.mouse.click(5, 5);
    await page.keyboard.press('Escape');
    await expect(dialog()).toBeVisible();

    await press('Login Again');
    await expect(dialog().getByLabel('Username')).toBeFocused();
    await expectAccessible(page);
    const button = dialog().getByRole('button', { name: 'Login', exact: true });
    await dialog().getByLabel('Username').fill(username);
    await expect(button).toBeDisabled();
    await dialog()
      .locator('form')
      .evaluate((form: HTMLFormElement) => form.requestSubmit());
    await expect(dialog().getByRole('alert')).toHaveText('Please enter both username and password');
    await dialog().getByLabel('Password').fill(`${password}!`);
    await withAbortedCalls(page, '/auth/login', async () => {
      await button.click();
      await expect(dialog().getByRole('alert')).toHaveText('Login failed');
      await press('Continue as Guest');
      await expect(dialog().getByRole('alert')).toHaveText('Guest login failed');
    });
    await button.click();
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(dialog()).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'What happened?' })).toHaveValue('Half a thought');
  });

  test('is assumed a few minutes before the token expires, and the session is ended', async () => {
    const kept = clientWith(address, await token());
    await page.clock.setFixedTime(Date.now() + (12 * 60 - 4) * 60_000);
    await page.reload();
    await expect(dialog()).toBeVisible();
    await expect.poll(async () => (await kept.call('GET', '/api/auth/me')).status).toBe(401);
    await page.clock.setFixedTime(Date.now());
    await press('Go to Home');
    await expect(page).toHaveURL(`${address}/`);
    await expect(dialog()).toHaveCount(0);
  });

  test('can be replaced by the guest session, which has no API keys and no account settings', async () => {
    await go('/auth?debug');
    await press('Test Session Timeout');
    await press('Login as Guest');
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(page.getByText('shared guest account')).toBeVisible();
    await go('/api-keys');
    await expect(page.getByRole('heading', { name: 'Not available for the guest account' })).toBeVisible();
    await go('/account');
    await expect(page.getByText('Not available for the guest account')).toHaveCount(2);
  });

  test('is avoided by a renewed token, which replaces the token in use', async () => {
    const renewed = (await logIn(address)).token;
    await page.route('**/api/auth/me', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'x-renewed-token': renewed } });
    });
    await page.reload();
    await expect.poll(token).toBe(renewed);
    await page.unrouteAll();
  });
});

test.describe('the debug panel', () => {
  test('is shown in debug mode only and shows what this browser knows', async ({ browser }) => {
    await go('/auth?debug');
    const fact = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').first();
    await expect(fact('Authentication status')).toHaveText('authenticated');
    await expect(fact('Username')).toHaveText('guest');
    await expect(fact('API address')).toHaveText(`${address}/api`);
    await expect(fact('Production')).toHaveText('no');
    await withAbortedCalls(page, '/auth/me', async () => {
      await press('Refresh User Info');
      await expect(page.getByRole('alert')).toHaveText('Failed to get user info');
    });
    await expectAccessible(page);
    await press('Clear Messages');
    await expect(page.getByRole('alert')).toHaveCount(0);

    const stranger = await openPage(browser, problems);
    await stranger.goto(`${address}/auth?debug`);
    await stranger.getByRole('button', { name: 'Refresh User Info' }).click();
    await expect(stranger.getByRole('alert')).toHaveText('No authentication token');
    await stranger.goto(`${address}/auth`);
    await expect(stranger.getByRole('button', { name: 'Continue as Guest' })).toBeVisible();
    await expect(stranger.getByText('Test Session Timeout')).toHaveCount(0);
    await stranger.context().close();
  });
});

test('an account is erased with its password, and nobody can log in to it any more', async ({ browser }) => {
  await page.context().close();
  page = await openPage(browser, problems);
  await go('/account');
  await signIn(username, `${password}!`);
  await press('Erase Account…');
  await expect(dialog().getByText('Are you sure you want to erase your account?')).toBeVisible();
  await expectAccessible(page);
  await dialog().getByLabel('Password').fill('not this one');
  await press('Erase Everything');
  await expect(dialog().getByRole('alert')).toHaveText('Your current password is incorrect');
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /^(?:draft|sent):/.test(key)));
  await page.evaluate(() => {
    const { sub } = JSON.parse(atob((localStorage.getItem('auth_token') ?? '').split('.')[1] ?? ''));
    localStorage.setItem(`draft:${sub}:new`, '{"description":"Half a thought"}');
    localStorage.setItem(`sent:${sub}:new:closed`, '{"kind":"create","save":{"key":"1"}}');
    localStorage.setItem('draft:another:new', '{"description":"Of somebody else"}');
  });
  await dialog().getByLabel('Password').fill(`${password}!`);
  await press('Erase Everything');
  await expect(page).toHaveURL(/\/auth$/);
  expect(await drafts()).toEqual(['draft:another:new']);
  await expect(message('Your account has been erased')).toBeVisible();
  await signIn(username, `${password}!`);
  await expect(page.getByRole('alert')).toHaveText('Login failed. Please check your credentials.');
});

test('no page has thrown an error', () => {
  expect(problems).toEqual([]);
});
