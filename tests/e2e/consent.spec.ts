import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectAccessible, openPage } from '../support/browser.ts';
import { logIn } from '../support/client.ts';
import { signIn } from '../support/dashboard-page.ts';
import { newMember } from '../support/local-mails.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const password = 'rain against the hinge';

let product: RunningProduct;
test.beforeAll(async () => {
  product = await startProduct(undefined, { ANALYTICS_TEST_USERS: 'tester@example.org, another@example.org' });
});
test.afterAll(async () => {
  await product?.stop();
});

const banner = (page: Page) => page.getByRole('region', { name: 'We use cookies' });
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('analytics_cookies'));
/** The URLs of analytics calls and of the script that makes them. */
const sendingOf = (context: BrowserContext) => {
  const sent: string[] = [];
  context.on('request', (request) => {
    if (/^\/api\/analytics$|\/analytics-sender/.test(new URL(request.url()).pathname)) sent.push(request.url());
  });
  return sent;
};

async function open(page: Page, path = '/'): Promise<void> {
  await page.goto(`${product.address}${path}`);
  await expect(page.getByRole('heading').first()).toBeVisible();
}

async function counts(metric = 'anecdotes_analytics_events_total'): Promise<Record<string, number>> {
  const text = await product.metrics();
  const lines = text.matchAll(/^(\w+)\{event="([^"]*)",route="([^"]*)"\} (\d+)$/gm);
  return Object.fromEntries(
    [...lines]
      .filter(([, name]) => name === metric)
      .map(([, , event, route, count]) => [`${event} ${route}`, Number(count)]),
  );
}

/** Leaves the page, which sends the waiting events. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
}

/** Sends the waiting events, as a page does when it is hidden. A busy browser may end a page before they are sent. */
async function flush(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

test('before a choice no event is sent and nothing is stored', async ({ context, page }) => {
  const sent = sendingOf(context);
  await open(page);
  await expect(banner(page)).toBeVisible();
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/auth\?mode=login$/);
  await expect(banner(page)).toBeVisible();
  expect(await kept(page)).toBeNull();
  await leave(page);
  expect(sent).toEqual([]);
  expect(await counts()).toEqual({});
});

test('the banner is not a dialog: the page can be used, and the banner is first in the tab order', async ({ page }) => {
  await open(page);
  await expect(banner(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Decline' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Accept All' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeFocused();
  await expect(banner(page)).toBeVisible();
});

test('the banner is accessible, in light and in dark', async ({ browser }) => {
  const page = await openPage(browser);
  await open(page, '/auth');
  await expect(banner(page)).toBeVisible();
  await expectAccessible(page);
  await page.context().close();
});

test('on a phone the banner covers no main button and, once scrolled down, nothing of the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const box = async (what: ReturnType<Page['locator']>) =>
    (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await expect(banner(page)).toBeVisible();
  const { y: top } = await box(banner(page));
  const start = await box(page.getByRole('main').getByRole('link', { name: 'Get Started Free' }).first());
  expect(start.y + start.height).toBeLessThan(top);
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  const last = page.getByRole('button', { name: 'Cookie settings' });
  await expect(last).toBeInViewport();
  const end = await box(last);
  expect(end.y + end.height).toBeLessThan((await box(banner(page))).y);

  await open(page, '/auth');
  const guest = await box(page.getByRole('button', { name: 'Continue as Guest' }));
  expect(guest.y + guest.height).toBeLessThan((await box(banner(page))).y);
});

test('a message is shown beside or above the banner', async ({ page }) => {
  await open(page, '/verify-email');
  const shown = page.getByRole('region', { name: 'Messages' }).getByText('No verification token provided');
  await expect(shown).toBeVisible();
  await expect(banner(page)).toBeVisible();
  for (const width of [1440, 1280, 800, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const isApart = async () => {
      const [a, b] = await Promise.all([shown, banner(page)].map((each) => each.boundingBox()));
      return a && b && (a.x >= b.x + b.width || a.y + a.height <= b.y);
    };
    await expect.poll(isApart, { message: `${width} pixels` }).toBe(true);
  }
});

test('Decline is remembered, no event is sent, and the footer can open the banner again', async ({ context, page }) => {
  const sent = sendingOf(context);
  await open(page);
  const other = await context.newPage();
  await open(other);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(banner(other)).toHaveCount(0);
  expect(await kept(page)).toBe('declined');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Guest Sign In' })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await open(page);
  await page.getByRole('button', { name: 'Cookie settings' }).click();
  await expect(banner(page)).toBeVisible();
  expect(await kept(page)).toBeNull();
  await leave(page);
  await leave(other);
  expect(sent).toEqual([]);
});

test('after Accept All screens and buttons are counted, by event name and route pattern only', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Accept All' }).click();
  await expect(banner(page)).toHaveCount(0);
  expect(await kept(page)).toBe('accepted');
  await page.getByRole('main').getByRole('link', { name: 'Get Started Free' }).first().click();
  await page.getByRole('tab', { name: 'Guest Sign In' }).click();
  await page.getByRole('button', { name: 'Continue as Guest' }).click();
  await expect(page.getByRole('heading', { name: 'Your Anecdotes' })).toBeVisible();
  await expect
    .poll(async () => {
      await flush(page);
      return counts();
    })
    .toEqual({
      'cookie_consent /': 1,
      'auth_navigation /': 1,
      'page_view /auth': 1,
      'page_view /dashboard': 1,
      'dashboard_view /dashboard': 1,
    });
});

test('a browser without beacons sends events too', async ({ page }) => {
  await page.addInitScript('delete Navigator.prototype.sendBeacon');
  const before = (await counts())['cookie_consent /auth'] ?? 0;
  await open(page, '/auth');
  await page.getByRole('button', { name: 'Accept All' }).click();
  await expect.poll(async () => (await counts())['cookie_consent /auth']).toBe(before + 1);
});

test('actions in the journal are counted without an id or any text', async ({ page }) => {
  const guest = await logIn(product.address);
  const first = await guest.call('POST', '/api/anecdotes', { description: 'The tram waited.', tags: ['kindness'] });
  await guest.call('POST', '/api/anecdotes', { description: 'He plays.', connected_to: first.body.data.id });
  await page.addInitScript(() => localStorage.setItem('analytics_cookies', 'accepted'));
  const before = await counts();
  await open(page);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.getByRole('tab', { name: 'Guest Sign In' }).click();
  await page.getByRole('button', { name: 'Continue as Guest' }).click();
  const anecdote = page.getByRole('article').filter({ hasText: 'The tram waited.' });
  await page.getByText('Timeline', { exact: true }).click();
  await expect(page).toHaveURL(/view=timeline/);
  await anecdote.getByTitle('Click to filter by kindness').click();
  await expect(page).toHaveURL(/tags=kindness/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await anecdote.getByRole('link', { name: 'Continue this' }).click();
  await expect(page.getByText('Creating new anecdote linked to')).toBeVisible();
  await page.getByRole('link', { name: 'New Anecdote' }).click();
  await expect(page).toHaveURL(/\/entry$/);
  await page.getByRole('link', { name: 'Anecdotes: go to your journal' }).click();
  await anecdote.getByRole('link', { name: 'View timeline' }).click();
  await page.getByRole('link', { name: 'Back to All Anecdotes' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(`${product.address}/no-such-screen/${first.body.data.id}`);
  await expect(page.getByText("This page doesn't exist")).toBeVisible();
  await expect.poll(counts).toMatchObject({ 'page_view other': 1 });
  const added = Object.entries(await counts()).filter(([what, count]) => count !== before[what]);
  expect(Object.fromEntries(added.map(([what, count]) => [what, count - (before[what] ?? 0)]))).toEqual({
    'page_view /': 1,
    'home_page_view /': 1,
    'auth_navigation /': 1,
    'page_view /auth': 1,
    'page_view /dashboard': 3,
    'dashboard_view /dashboard': 3,
    'view_mode_changed /dashboard': 1,
    'tag_selected /dashboard': 1,
    'create_linked_anecdote_click /dashboard': 1,
    'page_view /entry': 1,
    'new_anecdote_click /entry': 1,
    'page_view /timeline/{id}': 1,
    'timeline_viewed /timeline/{id}': 1,
    'return_to_all_anecdotes /timeline/{id}': 1,
    'page_view other': 1,
  });
});

test('a test user is counted separately, also for API key events', async ({ page }) => {
  await newMember(product.address, 'tester', password);
  await page.addInitScript(() => localStorage.setItem('analytics_cookies', 'accepted'));
  const before = await counts();
  await open(page, '/api-keys');
  await signIn(page, 'tester', password);
  await page.getByRole('button', { name: 'Create Your First Key' }).click();
  await page.getByLabel('Key Name').fill('Kitchen tablet');
  await page.getByLabel('Key Name').press('Enter');
  await page.getByRole('button', { name: 'Got it!' }).click();
  await page.getByRole('button', { name: 'Deactivate: Kitchen tablet' }).click();
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete: Kitchen tablet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No API Keys Yet' })).toBeVisible();
  await leave(page);
  await expect
    .poll(() => counts('anecdotes_analytics_test_user_events_total'))
    .toMatchObject({
      'api_keys_page_view /api-keys': 1,
      'api_key_created /api-keys': 1,
      'api_key_status_updated /api-keys': 1,
      'api_key_deleted /api-keys': 1,
    });
  expect(await counts()).toEqual(before);
});

test('where storage is refused the banner is shown once per page and nothing fails', async ({ context, page }) => {
  const sent = sendingOf(context);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });
  }`);
  await open(page);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(banner(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('tab', { name: 'Guest Sign In' })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await leave(page);
  expect([sent, problems]).toEqual([[], []]);
});

test('with ANALYTICS_URL set events are sent there, as plain text without a CORS preflight', async ({ page }) => {
  const collector = await collect();
  const elsewhere = await startProduct(undefined, { ANALYTICS_URL: `${collector.address}/collect?site=1` });
  try {
    await page.goto(elsewhere.address);
    await page.getByRole('button', { name: 'Accept All' }).click();
    await page.getByRole('link', { name: 'Sign In' }).click();
    const day = new Date().toISOString().slice(0, 10);
    await expect
      .poll(() => collector.bodies.flatMap((body) => JSON.parse(body).events))
      .toEqual([
        { event: 'cookie_consent', route: '/', day },
        { event: 'auth_navigation', route: '/', day },
        { event: 'page_view', route: '/auth', day },
      ]);
    expect(new Set(collector.methods)).toEqual(new Set(['POST /collect?site=1']));
  } finally {
    await elsewhere.stop();
    collector.server.close();
  }
});

type Collector = { server: Server; address: string; bodies: string[]; methods: string[] };

/** A server on another origin that records what it is sent. */
async function collect(): Promise<Collector> {
  const [bodies, methods]: [string[], string[]] = [[], []];
  const server = createServer((request, response) => {
    methods.push(`${request.method} ${request.url}`);
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, methods };
}
