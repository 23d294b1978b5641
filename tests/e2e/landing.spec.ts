import { expect, type Page } from '@playwright/test';
import { expectAccessible, openPage } from '../support/browser.ts';
import { logIn } from '../support/client.ts';
import { test } from '../support/shared-product.ts';

let address: string;

test.beforeAll(async ({ product }) => {
  address = product.address;
});

const footerLinks = ['Features', 'Pricing', 'API', 'About', 'Blog', 'Careers', 'Help Center', 'Contact', 'Privacy'];
const picture = (page: Page) => page.locator('main svg').first();

async function open(page: Page): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('the landing page shows three steps, six benefits, and a free sign-up without a credit card', async ({ page }) => {
  await open(page);
  await expect(page).toHaveTitle(/Anecdotes$/);
  const steps = page.getByRole('region', { name: 'Everyday stories, turned into insights' });
  await expect(steps.getByRole('heading', { level: 3 })).toHaveText(['Track', 'See patterns', 'Improve']);
  const benefits = page.getByRole('region', { name: 'What you get for ten seconds a day' });
  await expect(benefits.getByRole('listitem')).toHaveCount(6);
  await expect(page.getByText('Free sign-up. No credit card required.')).toHaveCount(2);
});

test('the landing page is complete in the HTML and is shown without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await open(page);
  await expect(page).toHaveTitle('Anecdotes');
  // Its styles are inline, and the content security policy allows them.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^"Newsreader Variable"/);
  await expect(page.getByRole('main').getByRole('region')).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'Get Started Free' }).first()).toHaveAttribute(
    'href',
    '/auth?mode=register',
  );
  await expect(page.getByRole('link', { name: 'Open your journal' })).toHaveCount(0);
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveText(footerLinks);
  await context.close();
});

test('the app is loaded with the first link that is followed, not before, and without an error or a page load', async ({
  page,
}) => {
  const errors: string[] = [];
  const code: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => request.resourceType() === 'script' && code.push(request.url()));
  await open(page);
  await expect(picture(page)).toHaveAttribute('data-drawn');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const codeOfApp = () => code.filter((url) => /\/(?:app|libraries|journal)-/.test(url));
  expect(codeOfApp()).toEqual([]);
  await page.evaluate('globalThis.isSamePage = true');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(codeOfApp()).not.toEqual([]);
  await page.getByRole('link', { name: 'Anecdotes: go to the home page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Small days, joined up.' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
  expect(errors).toEqual([]);
});

test('each of the three quotes on the landing page is marked as a placeholder', async ({ page }) => {
  await open(page);
  const voices = page.getByRole('region', { name: 'What people might say' });
  await expect(voices.getByText('these quotes and names are placeholders')).toBeVisible();
  await expect(voices.getByRole('figure')).toHaveText([/First Person\s*Placeholder/, /Second Person/, /Third Person/]);
  await expect(voices.getByText('Placeholder', { exact: true })).toHaveCount(3);
});

test('Sign In leads to the log-in form, every other button to the registration', async ({ page }) => {
  await open(page);
  const names = ['Sign In', 'Get Started Free', 'Get Started Free', 'Get Started Free'];
  const leading = page.getByRole('link', { name: /^(Sign In|Get Started Free)$/ });
  await expect(leading).toHaveText(names);
  for (const index of names.keys()) {
    await leading.nth(index).click();
    await expect(page).toHaveURL(`${address}/auth?mode=${index === 0 ? 'login' : 'register'}`);
    const button = index === 0 ? 'Sign In' : 'Create Account';
    await expect(page.getByRole('button', { name: button, exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Small days, joined up.' })).toBeVisible();
  }
});

test('signed-in visitors see links to their journal instead of those to sign in or register', async ({ browser }) => {
  const page = await openPage(browser);
  await page.addInitScript((token) => localStorage.setItem('auth_token', token), (await logIn(address)).token);
  // Texts for guests are never painted, not even before the page's own script is loaded.
  await page.route(/\/assets\/landing-/, (route) => route.abort());
  await open(page);
  await expect(page.getByRole('link', { name: 'Open your journal' })).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'Get Started Free' })).toHaveCount(0);
  await page.unrouteAll();
  await open(page);
  await expect(page.getByRole('link', { name: /^(Sign In|Get Started Free)$/ })).toHaveCount(0);
  const leading = page.getByRole('link', { name: 'Open your journal' });
  await expect(leading).toHaveCount(3);
  await leading.first().click();
  await expect(page.getByRole('heading', { name: 'Your Anecdotes' })).toBeVisible();
  await page.context().close();
});

test('the links in the footer are disabled, and a note says that their pages do not exist', async ({ page }) => {
  await open(page);
  const links = page.getByRole('contentinfo').getByRole('link');
  await expect(links).toHaveText(footerLinks);
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('aria-disabled', 'true');
    await expect(link).not.toHaveAttribute('href');
    await link.click({ force: true });
  }
  await expect(page).toHaveURL(`${address}/`);
  await expect(page.getByText("These pages don't exist yet")).toBeVisible();
});

test('25 dots drift, and those near the pointer are connected to it', async ({ page }) => {
  await open(page);
  const dots = picture(page).locator('circle');
  await expect(dots).toHaveCount(25);
  const first = await dots.first().getAttribute('cx');
  await expect.poll(() => dots.first().getAttribute('cx')).not.toBe(first);
  const lineToPointer = picture(page).locator('path').last();
  await expect(lineToPointer).toHaveAttribute('d', '');
  const place = await dots.first().boundingBox();
  await page.mouse.move((place?.x ?? 0) + 30, (place?.y ?? 0) + 30);
  await expect(lineToPointer).toHaveAttribute('d', /^M[\d.]+ [\d.]+L/);
});

test('the dots do not move with reduced motion, but are still connected to the pointer', async ({ browser }) => {
  const page = await openPage(browser);
  await open(page);
  const where = () =>
    picture(page)
      .locator('circle')
      .evaluateAll((dots) => dots.map((dot) => dot.getAttribute('cx')));
  const before = await where();
  expect(before.filter((x) => x !== null)).toHaveLength(25);
  const place = await picture(page).locator('circle').first().boundingBox();
  await page.mouse.move((place?.x ?? 0) + 20, (place?.y ?? 0) + 20);
  await expect(picture(page).locator('path').last()).toHaveAttribute('d', /^M/);
  await page.evaluate(`new Promise((done) => {
    let frames = 0;
    const next = () => ((frames += 1) > 30 ? done() : requestAnimationFrame(next));
    next();
  })`);
  expect(await where()).toEqual(before);
  await page.context().close();
});

test('from 320 to 2560 pixels nothing is cut off, even with text of twice the size', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('region', { name: 'We use cookies' })).toBeVisible();
  const overflow = () =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  for (const size of ['100%', '200%']) {
    await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
    for (const width of [320, 390, 820, 1440, 2560]) {
      await page.setViewportSize({ width, height: 844 });
      expect([size, width, await overflow()]).toEqual([size, width, 0]);
    }
  }
});

for (const width of [390, 1440]) {
  test(`the layout does not shift at ${width} pixels when the fonts arrive last`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(`new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shift = (globalThis.shift ?? 0) + value;
    }).observe({ type: 'layout-shift', buffered: true })`);
    const waiting: (() => void)[] = [];
    await page.route('**/*.woff2', async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await route.continue();
    });
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('region', { name: 'We use cookies' })).toBeVisible();
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    // Layout shifts are only counted after the first paint.
    await expect.poll(() => page.evaluate('performance.getEntriesByName("first-contentful-paint").length')).toBe(1);
    for (const release of waiting) release();
    await page.evaluate('document.fonts.ready');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(page.getByText("These pages don't exist yet")).toBeVisible();
    // The limit for "good" in the Web Vitals.
    expect(await page.evaluate<number>('globalThis.shift ?? 0')).toBeLessThan(0.1);
  });
}

test('the landing page is accessible, in light and in dark', async ({ browser }) => {
  const page = await openPage(browser);
  await open(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.context().close();
});

test('the landing page sends no request to another host', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await open(page);
  await expect(page.getByRole('region', { name: 'We use cookies' })).toBeVisible();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  expect([...hosts]).toEqual([new URL(address).host]);
});
