import { expect, type Page } from '@playwright/test';
import { openPage } from '../support/browser.ts';
import { clientWith } from '../support/client.ts';
import { cached, cardOf, enter, holdReads, leave, message, save } from '../support/dashboard-page.ts';
import { newMember } from '../support/local-mails.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const password = 'rain against the hinge';

let address: string;
let page: Page;
const problems: string[] = [];

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  await newMember(address, 'clara', password);
  page = await openPage(browser, problems);
  await enter(page, address, 'clara', password);
});

test.afterAll(async () => {
  await page?.context().close();
  expect(problems).toEqual([]);
});

function go(path: string) {
  return page.goto(`${address}${path}`);
}

function token(): Promise<string> {
  return page.evaluate(() => localStorage.getItem('auth_token') ?? '');
}

test('a reload shows the cached list before the server answers, and loads it again', async () => {
  await save(page, 'The kettle sang.');
  await expect(cardOf(page, 'kettle')).toBeVisible();
  await expect.poll(() => cached(page)).toContain('kettle');
  const again = page.waitForRequest(/\/api\/anecdotes/);
  const release = await holdReads(page);
  await page.reload();
  await expect(cardOf(page, 'kettle')).toBeVisible();
  await again;
  await release();
});

test('the same tags in another order use the same cached list', async () => {
  const clara = clientWith(address, await token());
  await clara.call('POST', '/api/anecdotes', { description: 'Two tags.', tags: ['rain', 'bike'] });
  await go('/dashboard?tags=rain,bike');
  await expect(cardOf(page, 'Two tags')).toBeVisible();
  await expect.poll(() => cached(page)).toContain('Two tags');
  const release = await holdReads(page);
  await go('/dashboard?tags=bike,rain');
  await expect(cardOf(page, 'Two tags')).toBeVisible();
  await release();
  await go('/dashboard');
});

test('a change empties the cache at once, in this tab or elsewhere', async () => {
  await expect.poll(() => cached(page)).toContain('kettle');
  const release = await holdReads(page);
  const clara = clientWith(address, await token());
  await clara.call('POST', '/api/anecdotes', { description: 'Written elsewhere.' });
  await expect.poll(() => cached(page)).not.toContain('kettle');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your Anecdotes' })).toBeVisible();
  await expect(cardOf(page, 'kettle')).toHaveCount(0);
  await release();
  await expect(cardOf(page, 'elsewhere')).toBeVisible();

  await expect.poll(() => cached(page)).toContain('elsewhere');
  const releaseAgain = await holdReads(page);
  await cardOf(page, 'elsewhere').getByRole('button', { name: 'Delete' }).click();
  await expect(message(page, 'Anecdote deleted')).toBeVisible();
  expect(await cached(page)).not.toContain('elsewhere');
  await releaseAgain();
});

test('a list that was requested before a change in another tab is not cached after it', async () => {
  const other = await page.context().newPage();
  await other.goto(`${address}/dashboard`);
  await expect(cardOf(other, 'kettle')).toBeVisible();
  const [asked, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.context().route('**/api/live', (route) => route.abort());
  await page.route('**/api/anecdotes/search?*query=kettle*', async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await changed.promise;
    await route.fulfill({ response });
  });
  const isKept = async () => /"q\\":\\"kettle/.test(await cached(page));
  await go('/dashboard?q=kettle');
  await asked.promise;
  await save(other, 'From the other tab.');
  await expect(message(other, 'Anecdote saved successfully!')).toBeVisible();
  changed.resolve();
  await expect(cardOf(page, 'kettle')).toBeVisible();
  expect(await isKept()).toBe(false);
  await page.unrouteAll();
  await page.context().unrouteAll();
  await go('/dashboard?q=kettle');
  await expect.poll(isKept).toBe(true);
  await other.close();
});

test('closing a tab removes its cache', async () => {
  const other = await page.context().newPage();
  await other.goto(`${address}/dashboard`);
  await expect.poll(() => cached(other)).toContain('kettle');
  await other.close();
  const next = await page.context().newPage();
  await next.goto(`${address}/favicon.svg`);
  const left = await next.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(left).not.toContain('kettle');
  await next.close();
});

test('after 5 minutes the cache is emptied', async () => {
  await page.clock.install();
  await page.reload();
  await expect(cardOf(page, 'kettle')).toBeVisible();
  await expect.poll(() => cached(page)).toContain('kettle');
  // Reads are held, because a new answer would be cached again.
  const release = await holdReads(page);
  await page.clock.fastForward('05:01');
  await expect.poll(() => cached(page)).not.toContain('kettle');
  await release();
  await page.clock.resume();
});

test('the cache of another build of the app is not used', async () => {
  await page.reload();
  await expect.poll(() => cached(page)).toContain('kettle');
  const release = await holdReads(page);
  await page.addInitScript(() => {
    const kept = sessionStorage.getItem('cache');
    if (kept && !sessionStorage.getItem('changed'))
      sessionStorage.setItem('cache', kept.replace(/"build":"[^"]*"/, '"build":"old"'));
    sessionStorage.setItem('changed', 'yes');
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your Anecdotes' })).toBeVisible();
  await expect(cardOf(page, 'kettle')).toHaveCount(0);
  await release();
  await expect(cardOf(page, 'kettle')).toBeVisible();
});

test('another person who logs in on the same machine never sees the cache, even if it was left behind', async () => {
  await expect.poll(() => cached(page)).toContain('kettle');
  const left = await cached(page);
  await leave(page);
  expect(await cached(page)).toBe('');
  await page.evaluate((text) => sessionStorage.setItem('cache', text), left);
  await page.getByRole('tab', { name: 'Guest Sign In' }).click();
  await page.getByRole('button', { name: 'Continue as Guest' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing written down yet' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing written down yet' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('kettle');
  expect(await cached(page)).not.toContain('kettle');
});

test('a page whose session is replaced by that of another person shows none of the old data', async () => {
  await leave(page);
  await enter(page, address, 'clara', password);
  await expect(cardOf(page, 'kettle')).toBeVisible();
  await go('/auth?debug');
  await page.getByRole('button', { name: 'Continue as Guest' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing written down yet' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('kettle');
});

test('an expired session and an erased account empty the cache', async () => {
  await leave(page);
  await enter(page, address, 'clara', password);
  await expect.poll(() => cached(page)).toContain('kettle');
  const refusal = { success: false, data: null, error: { code: 'UNAUTHENTICATED', message: 'no' } };
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 401, json: refusal }));
  await page.reload();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await cached(page)).toBe('');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Go to Home' }).click();

  await enter(page, address, 'clara', password);
  await expect.poll(() => cached(page)).toContain('kettle');
  await go('/account');
  await page.getByRole('button', { name: 'Erase Account…' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Erase Everything' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  expect(await cached(page)).toBe('');
});
