import { expect, type Page, type Route } from '@playwright/test';
import { expectAccessible, openPage } from '../support/browser.ts';
import { logIn } from '../support/client.ts';
import { cached, cardOf, composer, enter, message, save } from '../support/dashboard-page.ts';
import { newMember } from '../support/local-mails.ts';
import { answerWith, wordless } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const password = 'rain against the hinge';
const unreachable = "Can't reach the service. Check your connection. Nothing you wrote is lost.";
const noConnection = "You're offline. You can read what's already here";

let address: string;
let page: Page;
const problems: string[] = [];

test.beforeAll(async ({ product }) => {
  address = product.address;
  await newMember(address, 'olga', password);
});

test.afterAll(async () => {
  await page?.context().close();
  expect(problems).toEqual([]);
});

/** The number of anecdotes in the journal with exactly this text. */
async function count(text: string, username = 'olga', secret = password): Promise<number> {
  const client = await logIn(address, username, secret);
  const { body } = await client.call<{ description: string }[]>('GET', '/api/anecdotes?page_size=100', undefined, {
    'x-min-position': client.position,
  });
  return body.data.filter(({ description }) => description === text).length;
}

/** Lets every save reach the server but drops its answer, until the returned function is called. */
async function dropAnswers(url = '**/api/anecdotes'): Promise<() => Promise<void>> {
  const cut = async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    await route.abort();
  };
  await page.route(url, cut);
  return () => page.unroute(url, cut);
}

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test.beforeAll(async ({ browser }) => {
    page = await openPage(browser, problems);
    await enter(page, address, 'olga', password);
    await save(page, 'Read me on the train.');
    await expect(cardOf(page, 'on the train')).toBeVisible();
    await expect.poll(() => cached(page)).toContain('on the train');
    await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
  });

  test.afterAll(async () => {
    await page.context().close();
  });

  test('the app opens, shows the cached anecdotes and says what is possible', async () => {
    await page.context().setOffline(true);
    await expect(page.getByText(noConnection)).toBeVisible();
    await page.reload();
    await expect(cardOf(page, 'on the train')).toBeVisible();
    await expect(page.getByText(noConnection)).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Failed to/ })).toHaveCount(0);
    await page.goto(`${address}/entry`);
    await expect(page.getByRole('heading', { name: 'Add New Anecdote' })).toBeVisible();
    await page.goto(`${address}/dashboard`);
  });

  test('a search that is not cached shows an error', async () => {
    const search = page.getByPlaceholder('Search your anecdotes');
    await search.fill('zeppelin');
    const failed = page.getByRole('alert').filter({ hasText: unreachable });
    await expect(failed).toBeInViewport();
    await expect(cardOf(page, 'on the train')).toHaveCount(0);
    await search.fill('');
    await expect(failed).toHaveCount(0);
    await expect(cardOf(page, 'on the train')).toBeVisible();
  });

  test('an anecdote of the list can be edited and continued, and the edit is saved once there is a network', async () => {
    await page.reload();
    await expect(page.getByText(noConnection)).toBeVisible();
    await cardOf(page, 'on the train').getByRole('link', { name: 'Continue this' }).click();
    await expect(page.getByText('Creating new anecdote linked to: "Read me on the train')).toBeVisible();
    await page.goto(`${address}/dashboard`);
    await expect(page.getByText(noConnection)).toBeVisible();
    await cardOf(page, 'on the train').getByRole('link', { name: 'Edit' }).click();
    await expect(composer(page)).toHaveValue('Read me on the train.');
    await composer(page).fill('Read me on the train home.');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(message(page, unreachable)).toBeVisible();
    await expect(composer(page)).toHaveValue('Read me on the train home.');
    await page.context().setOffline(false);
    await expect(page.getByText(noConnection)).toHaveCount(0);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(cardOf(page, 'on the train home.')).toBeVisible();
    expect(await count('Read me on the train home.')).toBe(1);
    await page.context().setOffline(true);
    await expect(page.getByText(noConnection)).toBeVisible();
  });

  test('an unsent text stays a draft, also after a reload, and is saved once there is a network', async () => {
    await save(page, 'Tunnel, no light.');
    await expect(message(page, unreachable)).toBeVisible();
    await expect(composer(page)).toHaveValue('Tunnel, no light.');
    await page.reload();
    await expect(composer(page)).toHaveValue('Tunnel, no light.');
    await page.context().setOffline(false);
    await expect(page.getByText(noConnection)).toHaveCount(0);
    await composer(page).press('Control+Enter');
    await expect(cardOf(page, 'Tunnel')).toBeVisible();
    expect(await count('Tunnel, no light.')).toBe(1);
  });

  test('an anecdote that could not be deleted appears again', async () => {
    await page.context().setOffline(true);
    await cardOf(page, 'Tunnel').getByRole('button', { name: 'Delete' }).click();
    await expect(message(page, unreachable)).toBeVisible();
    await expect(cardOf(page, 'Tunnel')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(noConnection)).toHaveCount(0);
  });

  test('an anecdote that another client wrote appears soon after the network is back', async () => {
    await page.context().setOffline(true);
    await expect(page.getByText(noConnection)).toBeVisible();
    await expectAccessible(page);
    const elsewhere = await logIn(address, 'olga', password);
    await elsewhere.call('POST', '/api/anecdotes', { description: 'Meanwhile at home.' });
    await page.context().setOffline(false);
    await expect(cardOf(page, 'Meanwhile')).toBeVisible();
  });
});

test.describe('with a bad network', () => {
  test.beforeAll(async ({ browser }) => {
    page = await openPage(browser, problems);
    await enter(page, address, 'olga', password);
  });

  test.afterAll(async () => {
    await page.context().close();
  });

  test('a failed download of code for suggestions does not lose the text', async () => {
    await page.context().setOffline(true);
    await composer(page).fill('No suggestions here.');
    await page.getByLabel('Tags').fill('train');
    await page.getByLabel('Tags').press('Control+Enter');
    await expect(message(page, unreachable)).toBeVisible();
    await expect(composer(page)).toHaveValue('No suggestions here.');
    await page.context().setOffline(false);
    await composer(page).fill('');
    await page.reload();
  });

  test('a dialog or menu whose code cannot be loaded shows an error, and opens after a reload', async () => {
    const partMissing = 'Part of the app failed to load. Nothing you wrote is lost.';
    await page.context().setOffline(true);
    await composer(page).fill('Half a thought');
    for (const open of [
      () => page.keyboard.press('Control+k'),
      () => page.getByRole('button', { name: /account and settings/ }).click(),
    ]) {
      await open();
      await expect(message(page, partMissing)).toBeVisible();
      await expect(composer(page)).toHaveValue('Half a thought');
      await page.getByLabel('Dismiss').click();
      await expect(page.getByText(partMissing)).toHaveCount(0);
    }
    await page.keyboard.press('Control+k');
    await expect(message(page, partMissing)).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect(message(page, partMissing)).toHaveCount(0);
    await expect(composer(page)).toHaveValue('Half a thought');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await page.keyboard.press('Escape');
    await composer(page).fill('');
  });

  test('a screen whose code cannot be loaded shows an error, and Try again loads it', async () => {
    const code = /\/assets\/account/;
    await page.route(code, (route) => route.abort());
    await page.goto(`${address}/account`);
    await expect(page.getByRole('heading', { name: "This page couldn't be shown." })).toBeVisible();
    await expect(page.getByText('Part of the app failed to load.')).toBeVisible();
    await expectAccessible(page);
    await page.unroute(code);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
    await page.goto(`${address}/dashboard`);
  });

  test('a page whose app cannot be loaded shows an error, and Reload loads it', async () => {
    const code = /\/assets\/index.*\.js/;
    await page.route(code, (route) => route.abort());
    await page.goto(`${address}/dashboard`);
    await expect(page.getByRole('alert')).toContainText('The app failed to load. Nothing you wrote is lost.');
    await expectAccessible(page);
    await page.unroute(code);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(composer(page)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('messages whose code could not be loaded at first are shown once it can', async () => {
    const code = /\/assets\/message-area.*\.js/;
    await page.route(code, (route) => route.abort());
    const refused = page.waitForEvent('requestfailed', (request) => code.test(request.url()));
    await page.goto(`${address}/dashboard`);
    await refused;
    await save(page, 'Told late.');
    await expect(cardOf(page, 'Told late.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Messages' })).toHaveCount(0);
    await page.unroute(code);
    await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
  });

  test('a timeline that could not be loaded can be loaded with Try again or left for the dashboard', async () => {
    const client = await logIn(address, 'olga', password);
    const { body } = await client.call('POST', '/api/anecdotes', { description: 'Read at the second try.' });
    const { id } = body.data;
    await answerWith(page, /^GET \/anecdotes\/[^/]+\/timeline/, wordless, async () => {
      await page.goto(`${address}/timeline/${id}`);
      await expect(page.getByRole('heading', { name: "This page couldn't be shown." })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Back to your anecdotes' })).toHaveAttribute('href', '/dashboard');
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(cardOf(page, 'Read at the second try.')).toBeVisible();
    await page.goto(`${address}/dashboard`);
  });

  test('a save whose answers are lost is repeated automatically and makes one anecdote', async () => {
    let lost = 0;
    const lose = async (route: Route) => {
      if (route.request().method() === 'GET' || lost === 2) return route.fallback();
      lost += 1;
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/anecdotes', lose);
    await save(page, 'Twice lost.');
    await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
    expect(lost).toBe(2);
    await page.unroute('**/api/anecdotes', lose);
    expect(await count('Twice lost.')).toBe(1);
  });

  test('saving again after all answers were lost and the page was reloaded makes one anecdote', async () => {
    const restoreAnswers = await dropAnswers();
    await save(page, 'Lost for good.');
    await expect(message(page, unreachable)).toBeVisible();
    await expect(composer(page)).toHaveValue('Lost for good.');
    await restoreAnswers();
    await page.reload();
    await expect(composer(page)).toHaveValue('Lost for good.');
    await composer(page).press('Control+Enter');
    await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
    await expect(composer(page)).toHaveValue('');
    expect(await count('Lost for good.')).toBe(1);
  });

  test('a tab that takes over the draft of a closed tab does not save it twice if only the answer was lost', async () => {
    await dropAnswers();
    await save(page, 'Lost with its tab.');
    await expect(message(page, unreachable)).toBeVisible();
    const next = await page.context().newPage();
    await page.close();
    page = next;
    await page.goto(`${address}/dashboard`);
    await expect(composer(page)).toHaveValue('Lost with its tab.');
    await composer(page).press('Control+Enter');
    await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
    expect(await count('Lost with its tab.')).toBe(1);
  });

  test('the same text written again later is another anecdote', async () => {
    await save(page, 'Lost for good.');
    await expect(composer(page)).toHaveValue('');
    expect(await count('Lost for good.')).toBe(2);
  });

  test('repeating an edit whose answers were lost is not a conflict', async () => {
    await cardOf(page, 'Twice lost').getByRole('link', { name: 'Edit' }).click();
    await expect(page.getByRole('heading', { name: 'Edit Anecdote' })).toBeVisible();
    await composer(page).fill('Found again.');
    const restoreAnswers = await dropAnswers('**/api/anecdotes/*');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(message(page, unreachable)).toBeVisible();
    await restoreAnswers();
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(message(page, 'Anecdote updated successfully!')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(await count('Found again.')).toBe(1);
  });

  test('a session that expires during a save loses no text, and makes one anecdote', async () => {
    const restoreAnswers = await dropAnswers();
    await save(page, 'Between two sessions.');
    await expect(message(page, unreachable)).toBeVisible();
    await restoreAnswers();
    const refusal = { success: false, data: null, error: { code: 'UNAUTHENTICATED', message: 'no' } };
    await page.route('**/api/anecdotes', (route) => route.fulfill({ status: 401, json: refusal }), { times: 1 });
    await composer(page).press('Control+Enter');
    await page.getByRole('button', { name: 'Login Again' }).click();
    await page.getByRole('dialog').getByLabel('Username').fill('olga');
    await page.getByRole('dialog').getByLabel('Password').fill(password);
    await page.getByRole('dialog').getByLabel('Password').press('Enter');
    await expect(composer(page)).toHaveValue('Between two sessions.');
    await composer(page).press('Control+Enter');
    await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
    expect(await count('Between two sessions.')).toBe(1);
  });
});

test.describe('browser storage', () => {
  test.afterEach(async () => {
    await page.context().close();
  });

  test('that is refused breaks neither the app nor a save', async ({ browser }) => {
    page = await openPage(browser, problems);
    await page.addInitScript(() => {
      for (const area of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(globalThis, area, {
          get() {
            throw new DOMException('refused', 'SecurityError');
          },
        });
      }
    });
    await enter(page, address, 'olga', password);
    const restoreAnswers = await dropAnswers();
    await save(page, 'Kept in mind only.');
    await expect(message(page, unreachable)).toBeVisible();
    await restoreAnswers();
    await page.getByRole('link', { name: 'More fields' }).click();
    await expect(page.getByRole('heading', { name: 'Add New Anecdote' })).toBeVisible();
    await expect(composer(page)).toHaveValue('Kept in mind only.');
    await page.getByRole('link', { name: 'Anecdotes: go to your journal' }).click();
    await composer(page).press('Control+Enter');
    await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
    expect(await count('Kept in mind only.')).toBe(1);
  });

  test('that is full shows an error before a text is lost', async ({ browser }) => {
    page = await openPage(browser, problems);
    await enter(page, address, 'olga', password);
    await fillStorage();
    const text = 'A long day. '.repeat(40).trim();
    await composer(page).fill(text);
    await expect(message(page, "This browser is out of storage, so your draft can't be kept.")).toBeVisible();
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    await (await asked).dismiss();
    await expect(composer(page)).toHaveValue(text);
    await composer(page).press('Control+Enter');
    await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
    expect(await count(text)).toBe(1);
  });

  /** Fills local storage to the last character. */
  async function fillStorage(): Promise<void> {
    await page.evaluate(() => {
      for (let size = 1 << 22, part = 0; size >= 1; ) {
        try {
          localStorage.setItem(`filling ${part}`, 'x'.repeat(size));
          part += 1;
        } catch {
          size = Math.floor(size / 2);
        }
      }
    });
  }
});
