import { expect, type Page } from '@playwright/test';
import { expectAccessible, openPage } from '../support/browser.ts';
import { startProxy } from '../support/changing-product.ts';
import { composer, enter, message } from '../support/dashboard-page.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });
test.use({ serviceWorkers: 'allow' });

let address: string;
let front: Awaited<ReturnType<typeof startProxy>>;
let page: Page;
const problems: string[] = [];

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  front = await startProxy(address);
  page = await openPage(browser, problems);
});

test.afterAll(async () => {
  await page?.context().close();
  await front?.stop();
  expect(problems).toEqual([]);
});

/** The names of the caches and the paths of their entries. */
function stored(): Promise<{ names: string[]; paths: string[] }> {
  return page.evaluate(`(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname) };
  })()`);
}

/** Makes the browser look for a new worker until one waits; a failed download is tried again. */
async function waitForNewWorker(on: Page): Promise<void> {
  const isWaiting = () =>
    on.evaluate(`navigator.serviceWorker.ready.then(async (registration) => {
      if (!registration.waiting && !registration.installing) await registration.update();
      return registration.waiting !== null;
    })`);
  await expect.poll(isWaiting).toBe(true);
}

test.describe('the app', () => {
  test('has a manifest whose icons have the sizes that it declares', async ({ request }) => {
    await page.goto(front.address);
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const answer = await request.get(`${address}${href}`);
    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    const manifest = await answer.json();
    expect(manifest).toMatchObject({ name: 'Anecdotes', start_url: '/dashboard', scope: '/', display: 'standalone' });
    expect(manifest.shortcuts).toMatchObject([{ name: 'New Anecdote', url: '/entry' }]);
    expect(manifest.share_target).toMatchObject({ action: '/entry', method: 'GET' });
    expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await request.get(`${address}${src}`);
      expect(icon.headers()['content-type']).toBe(type);
      if (type !== 'image/png') continue;
      const bytes = await icon.body();
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
    const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
    expect((await request.get(`${address}${touch}`)).ok()).toBe(true);
  });

  test("registers a service worker, which is served with no-cache and worker-src 'self'", async ({ request }) => {
    const worker = await request.get(`${address}/sw.js`);
    expect(worker.headers()).toMatchObject({ 'cache-control': 'no-cache' });
    expect(worker.headers()['content-type']).toContain('javascript');
    expect(worker.headers()['content-security-policy']).toMatch(/worker-src 'self'/);
    const controller = () => page.evaluate('navigator.serviceWorker.controller?.scriptURL');
    await expect.poll(controller).toBe(`${front.address}/sw.js`);
  });

  test('caches all files of the app shell and no data of the journal', async ({ request }) => {
    const listed = /"files":(\[[^\]]*\])/.exec(await (await request.get(`${address}/sw.js`)).text())?.[1];
    const { names, paths } = await stored();
    expect(names).toHaveLength(1);
    expect(paths.sort()).toEqual(JSON.parse(listed ?? '[]').sort());
    await enter(page, front.address);
    await page.reload();
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const code = loaded.map((name) => new URL(name).pathname).filter((path) => /\.(?:js|css|woff2)$/.test(path));
    expect(code.length).toBeGreaterThan(10);
    const after = (await stored()).paths;
    expect(code.filter((path) => !after.includes(path))).toEqual([]);
    expect(
      after.filter(
        (path) =>
          !/^\/(?:assets|icons)\/|^\/(?:(?:index|landing)\.html|favicon\.svg|manifest\.webmanifest)$/.test(path),
      ),
    ).toEqual([]);
  });

  test('adds what another app shares to the draft, without a request that contains it', async () => {
    await composer(page).fill('Typed before');
    await page.goto(`${front.address}/entry?title=A%20walk&text=Ten%20miles&url=https%3A%2F%2Fexample.org%2Fwalk`);
    const text = page.getByLabel('What happened?');
    await expect(text).toHaveValue('Typed before\n\nA walk\nTen miles\nhttps://example.org/walk');
    await expect(page).toHaveURL(`${front.address}/entry`);
    expect(front.requested.filter((url) => url.includes('Ten'))).toEqual([]);
    await page.reload();
    await expect(text).toHaveValue(/^Typed before/);
    await text.fill('');
    await page.goto(`${front.address}/dashboard`);
  });

  test('says when a new version is ready, activates it only on request, and keeps the draft', async () => {
    const before = (await stored()).names;
    await composer(page).fill('Half a thought');
    front.releaseVersion('next');
    await waitForNewWorker(page);
    await expect(message(page, 'A new version is ready')).toBeVisible();
    await page.evaluate('globalThis.isSamePage = true');
    await page.getByLabel('Dismiss').click();
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
    await page.reload();
    await expect(message(page, 'A new version is ready')).toBeVisible();
    expect((await stored()).names).toEqual([...before, 'shell-next']);
    await page.evaluate('globalThis.isSamePage = true');
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect.poll(() => page.evaluate('globalThis.isSamePage').catch(() => true)).toBeUndefined();
    await expect(composer(page)).toHaveValue('Half a thought');
    await expect.poll(async () => (await stored()).names).toEqual(['shell-next']);
    await expect(message(page, 'A new version is ready')).toHaveCount(0);
    await composer(page).fill('');
  });

  test('says so, and does not reload, when another tab activated a new version', async () => {
    const other = await page.context().newPage();
    await other.goto(`${front.address}/dashboard`);
    await expect(composer(other)).toBeVisible();
    await composer(page).fill('Still writing');
    await page.evaluate('globalThis.isSamePage = true');
    front.releaseVersion('third');
    await waitForNewWorker(other);
    await other.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect.poll(async () => (await stored()).names).toEqual(['shell-third']);
    await expect(message(page, 'A new version is ready')).toBeVisible();
    await expect(composer(page)).toHaveValue('Still writing');
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
    await composer(page).fill('');
    await other.close();
  });
});

test.describe('the install prompt', () => {
  const card = () => page.getByRole('region', { name: 'Keep your journal at hand' });

  /**
   * Simulates a browser that offers installation; `outcome` is the person's answer, undefined makes its prompt fail.
   */
  async function offer(outcome?: 'accepted' | 'dismissed'): Promise<void> {
    await page.evaluate(`{
      const made = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: () => ${outcome ? 'Promise.resolve()' : 'Promise.reject(new Error("no"))'},
        userChoice: Promise.resolve({ outcome: '${outcome}' }),
      });
      dispatchEvent(made);
    }`);
  }

  async function later(milliseconds: number): Promise<void> {
    await page.clock.runFor(milliseconds);
  }

  test.beforeAll(async ({ browser }) => {
    await page.context().close();
    page = await openPage(browser, problems);
    await page.clock.install();
    await enter(page, address);
  });

  test('appears at the earliest 3 s after loading, and only if the browser offers installation', async () => {
    await page.reload();
    await expect(composer(page)).toBeVisible();
    await later(4_000);
    await expect(card()).toHaveCount(0);
    await page.reload();
    await expect(composer(page)).toBeVisible();
    await offer('accepted');
    await expect(card()).toBeVisible();
    expect(await page.evaluate('performance.now()')).toBeGreaterThan(3_000);
    await expectAccessible(page);
  });

  test('hides while a field has the focus', async () => {
    await composer(page).focus();
    await expect(card()).toBeHidden();
    await composer(page).blur();
    await expect(card()).toBeVisible();
  });

  test('stays away for 7 days after Maybe Later', async () => {
    await card().getByRole('button', { name: 'Maybe Later' }).press('Enter');
    await expect(card()).toHaveCount(0);
    const said = await page.evaluate(() => Number(localStorage.getItem('install-prompt-dismissed')));
    expect(Math.abs(said - (await page.evaluate(() => Date.now())))).toBeLessThan(60_000);
    const comesBackAfter = async (days: number) => {
      await page.evaluate(
        (at) => localStorage.setItem('install-prompt-dismissed', String(at)),
        said - days * 86_400_000,
      );
      await page.reload();
      await expect(composer(page)).toBeVisible();
      await offer('dismissed');
      await later(3_500);
      return card().count();
    };
    expect(await comesBackAfter(6.9)).toBe(0);
    await comesBackAfter(7.1);
    await expect(card()).toBeVisible();
  });

  test("a refusal in the browser's prompt, which Install App opens, counts as Maybe Later", async () => {
    await page.evaluate(() => localStorage.removeItem('install-prompt-dismissed'));
    await card().getByRole('button', { name: 'Install App' }).click();
    await expect(card()).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('install-prompt-dismissed'))).toMatch(/^\d{13}$/);
  });

  test("shows instructions where the browser's prompt fails", async () => {
    await page.evaluate(() => localStorage.removeItem('install-prompt-dismissed'));
    await page.reload();
    await expect(composer(page)).toBeVisible();
    await offer();
    await later(3_500);
    await card().getByRole('button', { name: 'Install App' }).click();
    const dialog = page.getByRole('dialog', { name: 'How to install Anecdotes' });
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
      /Safari/,
      /Android: Chrome/,
      /Computer: Chrome/,
    ]);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(card().getByRole('button', { name: 'How to Install' })).toBeVisible();
    await card().getByRole('button', { name: 'How to Install' }).press('Escape');
    await expect(card()).toHaveCount(0);
  });

  test('does not appear in the installed app', async () => {
    await page.evaluate(() => localStorage.removeItem('install-prompt-dismissed'));
    await page.addInitScript(`{
      const { matchMedia } = window;
      window.matchMedia = (query) =>
        query.includes('standalone') ? { matches: true } : matchMedia.call(window, query);
    }`);
    await page.reload();
    await expect(composer(page)).toBeVisible();
    await offer('accepted');
    await later(4_000);
    await expect(card()).toHaveCount(0);
  });
});
