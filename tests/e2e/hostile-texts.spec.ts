import { expect, type Page } from '@playwright/test';
import { type Client, logIn } from '../support/client.ts';
import { hostileTexts, MARK } from '../support/hostile-texts.ts';
import { newMember } from '../support/local-mails.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });
test.setTimeout(120_000);

const PASSWORD = 'the lake was quite still';
/** Few, because each registration computes a password hash. */
const READERS = 6;
const KEYS = 20;

let address: string;
let client: Client;
let page: Page;
const problems: string[] = [];
let linked: string;

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  await newMember(address, 'henrike', PASSWORD);
  client = await logIn(address, 'henrike', PASSWORD);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.exposeFunction(MARK, () => problems.push('a hostile text ran'));
  await context.exposeFunction('tellViolation', (violation: string) => problems.push(violation));
  await context.addInitScript((token) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { tellViolation } = window as unknown as { tellViolation: (violation: string) => void };
      tellViolation(`policy: ${violatedDirective} ${blockedURI}`);
    });
    if (window === window.top) localStorage.setItem('auth_token', token);
  }, client.token);
  page = await context.newPage();
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => problems.push(String(error)));
});

test.afterAll(() => page?.context().close());

test('all hostile texts are stored unchanged in every field that takes text', async () => {
  expect(hostileTexts.length).toBeGreaterThanOrEqual(150);
  const anecdotes = hostileTexts.map((text, index) => ({
    description: text,
    tags: [text.replaceAll(',', ';').slice(0, 60).trim()],
    location: text,
    coordinates: { lat: 47 + index / 1000, lng: 8, address: text },
    timestamp: new Date(Date.now() - index * 3_600_000).toISOString(),
  }));
  const { status, body } = await client.call<{ success: boolean; data: { id: string; description: string } }[]>(
    'POST',
    '/api/anecdotes/batch',
    { anecdotes },
  );
  expect(status).toBe(200);
  const kept = body.data.filter((item) => item.success).map((item) => item.data);
  // Leading white space is trimmed, and texts with forbidden characters are refused.
  expect(kept.length).toBeGreaterThanOrEqual(150);
  const [parent] = kept;
  const child = await client.call('POST', '/api/anecdotes', {
    description: hostileTexts[1],
    tags: [],
    timestamp: new Date().toISOString(),
    connected_to: parent?.id,
  });
  expect(child.status).toBe(201);
  linked = child.body.data.id;
  for (const name of hostileTexts.slice(0, KEYS)) {
    expect((await client.call('POST', '/api/api-keys', { name: name.slice(0, 60) })).status).toBe(201);
  }
});

/** Scrolls through the whole screen and sends pointer and focus events to everything with a title or text. */
async function lookAround(): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const places = [-1];
    const pointedAt = new WeakSet();
    while (places.at(-1) !== window.scrollY) {
      places.push(window.scrollY);
      if (places.length > 1_000) throw new Error(`${location.pathname} has no end: ${places.slice(-10)}`);
      window.scrollBy(0, 700);
      await frame();
      for (const element of document.querySelectorAll('[title], article')) {
        if (pointedAt.has(element)) continue;
        pointedAt.add(element);
        for (const type of ['pointerover', 'mouseover', 'focusin']) {
          element.dispatchEvent(new Event(type, { bubbles: true }));
        }
      }
    }
  });
}

test('every screen shows hostile texts as plain text, and has its own title', async () => {
  const first = encodeURIComponent(hostileTexts[0] ?? '');
  const text = /script.* · Anecdotes$/;
  const screens: [path: string, sign: string, title: string | RegExp][] = [
    ['/dashboard?view=timeline', 'article', 'Your Anecdotes'],
    ['/dashboard', 'article', 'Your Anecdotes'],
    ['/dashboard?view=geo', 'article', 'Map'],
    ['/dashboard?view=graph', 'canvas', 'Graph'],
    [`/dashboard?q=${first}`, 'h1', 'Your Anecdotes'],
    [`/dashboard?tags=${first}`, 'h1', 'Your Anecdotes'],
    [`/anecdotes/${linked}`, 'article', text],
    [`/chain/${linked}`, 'article', /^Chain: .*script.* · Anecdotes$/],
    [`/timeline/${linked}`, 'article', 'Connected Anecdotes Timeline'],
    [`/visualization/${linked}`, 'h1', 'Anecdote Visualization'],
    [`/entry?edit=${linked}`, 'textarea', 'Edit Anecdote'],
    [`/entry?link=${linked}`, 'textarea', 'Add New Anecdote'],
    ['/tags', 'main li', 'Tags'],
    ['/activity', 'h1', 'Activity'],
    ['/trash', 'h1', 'Trash'],
    ['/api-keys', 'h1', 'API Keys'],
    ['/api-keys-test', 'h1', 'API Keys Test'],
    ['/account', 'h1', 'Account'],
    ['/import', 'h1', 'Import Data'],
    ['/email-stats', 'h1', 'Email Tracking Statistics'],
    [`/reset-password?token=${first}`, 'h1', 'Reset Password'],
    [`/verify-email?token=${first}`, 'h1', 'Verify Email'],
    [`/chain/${first}`, 'h1', 'Anecdote not found'],
    ['/anecdotes/..%2Fauth%2Fme', 'h1', 'Anecdote not found'],
    ['/nothing', 'h1', 'Nothing here'],
  ];
  for (const [path, sign, title] of screens) {
    await page.goto(`${address}${path}`);
    await expect(page.locator(sign).first()).toBeVisible();
    await expect(page).toHaveTitle(typeof title === 'string' ? `${title} · Anecdotes` : title);
    await lookAround();
    expect(problems, path).toEqual([]);
  }
});

test('tooltips of graphs and the connection chooser show hostile texts as plain text', async () => {
  for (const path of ['/dashboard?view=graph', `/visualization/${linked}`]) {
    await page.goto(`${address}${path}`);
    await page.getByRole('application').focus();
    for (const key of ['Home', 'ArrowRight', 'ArrowLeft']) {
      await page.keyboard.press(key);
      await expect(page.locator('[data-side][role] p').first()).toBeVisible();
    }
  }
  await page.goto(`${address}/anecdotes/${linked}`);
  await page.getByRole('button', { name: 'Connect to…' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(problems).toEqual([]);
});

test('the guest sees hostile texts of another guest as plain text, and their links too', async () => {
  const guest = await logIn(address);
  const link = 'https://example.org/guests [read on](https://example.org/guests)';
  const { body } = await guest.call<{ data: { id: string } }[]>('POST', '/api/anecdotes/batch', {
    anecdotes: hostileTexts.slice(0, 60).map((text) => ({ description: `${link} ${text}`, location: text })),
  });
  const ids = body.data.map(({ data }) => data.id);
  const context = await page.context().browser()?.newContext({ serviceWorkers: 'block' });
  const guestPage = await context?.newPage();
  if (context === undefined || guestPage === undefined) throw new Error('the browser has closed');
  await context.exposeFunction(MARK, () => problems.push('a hostile text ran'));
  await context.addInitScript((token) => {
    if (window === window.top) localStorage.setItem('auth_token', token);
  }, guest.token);
  for (const path of ['/dashboard?view=timeline', `/anecdotes/${ids[0]}`]) {
    await guestPage.goto(`${address}${path}`);
    await expect(guestPage.getByRole('article').first()).toContainText('[read on](https://example.org/guests)');
    await expect(guestPage.locator('a[href*="example.org"]')).toHaveCount(0);
  }
  expect(problems).toEqual([]);
  await context.close();
  await guest.call('POST', '/api/anecdotes/batch/delete', { ids });
});

test('typing hostile texts and searching for them shows plain text', async () => {
  await page.goto(`${address}/entry`);
  const description = page.getByRole('textbox', { name: /happened/i }).first();
  const tags = page.getByRole('combobox', { name: 'Tags' });
  for (const text of hostileTexts.slice(0, 12)) {
    await description.fill(text);
    await tags.fill(text.slice(0, 6));
  }
  await page.goto(`${address}/dashboard`);
  await page.getByPlaceholder('Search your anecdotes').fill('<img');
  await expect(page).toHaveURL(/q=/);
  await expect(page.getByRole('article').first()).toBeVisible();
  await lookAround();
  expect(problems).toEqual([]);
});

test('mails with a hostile name show it as plain text', async () => {
  for (const [index, text] of hostileTexts.slice(0, READERS).entries()) {
    const answer = await fetch(`${address}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        username: `reader${index}`,
        email: `reader${index}@example.org`,
        password: PASSWORD,
        full_name: text.slice(0, 60),
      }),
    });
    expect(answer.status).toBe(201);
  }
  await expect(async () => {
    await page.goto(`${address}/dev/mailbox`);
    await expect(page.getByText(`reader${READERS - 1}@example.org`).first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await lookAround();
  expect(problems).toEqual([]);
});
