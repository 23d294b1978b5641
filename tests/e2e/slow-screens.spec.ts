import { expect, type Page } from '@playwright/test';
import { message } from '../support/dashboard-page.ts';
import { holdCalls, nameOf } from '../support/made-up-answers.ts';
import { type MapPage, openMapPage } from '../support/map-page.ts';
import { station } from '../support/map-server.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let opened: MapPage;
let page: Page;

test.beforeAll(async ({ browser }) => {
  opened = await openMapPage(browser);
  page = opened.journal.page;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await opened.journal.write('The tram driver waited.', { tags: ['work'], coordinates: station });
});

test.afterAll(() => opened?.close());

/** Holds back the code of a screen, and lets half a second pass after `open`, which opens that screen. */
async function openSlowly(screen: string, open: () => Promise<void>): Promise<void> {
  const release = Promise.withResolvers<void>();
  await page.route(new RegExp(`/assets/${screen}-screen-.*\\.js$`), (route) =>
    release.promise.then(() => route.continue()),
  );
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await open();
  await page.clock.runFor(500);
  await page.clock.resume();
  release.resolve();
}

test('a tag that is opened while its name is typed into the search is shown when its screen has loaded', async () => {
  await opened.journal.go('/tags');
  const tag = page.getByRole('link', { name: 'work', exact: true });
  await expect(tag).toBeVisible();
  await openSlowly('dashboard', async () => {
    await page.getByRole('searchbox', { name: 'Search your tags' }).fill('wo');
    await tag.click();
    await expect(page).toHaveURL(/\/dashboard\?tags=work$/);
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Anecdotes');
  await expect(page).toHaveURL(/\/dashboard\?tags=work$/);
});

test('a screen that is opened in the middle of a zoom of the map is shown when it has loaded', async () => {
  await opened.journal.go('/dashboard?view=geo');
  await expect(page.locator('.leaflet-marker-icon')).toBeVisible();
  await openSlowly('tags', async () => {
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('link', { name: 'All tags' }).click();
    await expect(page).toHaveURL(/\/tags$/);
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tags');
  await expect(page).toHaveURL(/\/tags$/);
});

test('the map can be left in the middle of a zoom', async () => {
  await opened.journal.go('/dashboard?view=geo');
  await expect(page.locator('.leaflet-marker-icon')).toBeVisible();
  await page.evaluate(() => {
    const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
    new MutationObserver(() => click('header a[href="/dashboard"]')).observe(
      document.querySelector('.leaflet-map-pane') as Element,
      { attributeFilter: ['class'] },
    );
    click('.leaflet-control-zoom-in');
  });
  await expect(page.getByRole('application')).toHaveCount(0);
  await page.clock.runFor(1_000);
  expect(opened.journal.problems).toEqual([]);
});

/** Zooms the map out, and presses `next` as soon as that has begun. */
async function pressDuringZoom(next: string): Promise<void> {
  await page.evaluate((selector) => {
    const click = (pressed: string) => document.querySelector<HTMLElement>(pressed)?.click();
    const observer = new MutationObserver(() => {
      observer.disconnect();
      if (selector === 'Back') history.back();
      else click(selector);
    });
    observer.observe(document.querySelector('.leaflet-map-pane') as Element, { attributeFilter: ['class'] });
    click('.leaflet-control-zoom-out');
  }, next);
}

test('Back and Reset in the middle of a zoom show another part of the map', async () => {
  await opened.journal.go('/dashboard?view=geo&map=9/46/8');
  await page.getByRole('region', { name: 'Tags', exact: true }).getByRole('button', { name: /^work/ }).click();
  await expect(page).toHaveURL(/tags=work/);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect(page).toHaveURL(/map=8\//);
  await pressDuringZoom('Back');
  await expect(page).not.toHaveURL(/tags=work/);
  await page.clock.runFor(1_000);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect(page).toHaveURL(/map=8\//);

  await page
    .getByRole('button', { name: 'Reset', exact: true })
    .evaluate((button) => button.setAttribute('data-next', ''));
  await pressDuringZoom('[data-next]');
  await page.clock.runFor(1_000);
  await expect(page.locator('.leaflet-zoom-anim')).toHaveCount(0);
  await expect(page).not.toHaveURL(/map=/);
});

test('an anecdote is shown as written if the code that renders it does not arrive', async () => {
  const { id } = await opened.journal.write('# Monday\n\nIt **rained**.');
  const code = /\/assets\/markdown-.*\.js/;
  await page.route(code, () => undefined);
  const asked = page.waitForRequest(code);
  await opened.journal.go(`/anecdotes/${id}`);
  await asked;
  await page.clock.runFor(4_000);
  await expect(page.getByText('# Monday')).toBeVisible();
  await page.unroute(code);
});

test('a timeline is shown without its chain if that does not arrive', async () => {
  const { id } = await opened.journal.write('The tram left.');
  const call = /^GET \/anecdotes\/[^/]+\/connections/;
  const release = await holdCalls(page, call);
  const asked = page.waitForRequest((request) => call.test(nameOf(request)));
  await opened.journal.go(`/timeline/${id}`);
  await asked;
  await page.clock.runFor(4_000);
  await expect(page.getByRole('main').getByText('The tram left.')).toBeVisible();
  await release();
});

test('an anecdote that is erased slowly does not take a person away from the screen that they have opened', async () => {
  const { id } = await opened.journal.write('The bell rang twice.');
  await opened.journal.go(`/anecdotes/${id}`);
  await page.getByRole('button', { name: 'Erase for good…' }).click();
  await page.getByLabel('Type “erase” to confirm').fill('erase');
  const release = await holdCalls(page, /^POST \/anecdotes\/.*\/erase$/);
  await page.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'New Anecdote' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add New Anecdote');
  expect(await release()).toBe(1);
  await expect(message(page, 'Anecdote erased for good')).toBeVisible();
  await expect(page).toHaveURL(/\/entry$/);
});
