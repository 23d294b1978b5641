import type { AnecdoteView } from '@anecdotes/contracts';
import { type ElementHandle, expect, type Locator } from '@playwright/test';
import { openPage } from '../support/browser.ts';
import { cardOf } from '../support/dashboard-page.ts';
import { type Journal, keepLoggedIn, openJournal, writeMany } from '../support/journal-page.ts';
import { holdCalls, nameOf } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const DAY_MS = 86_400_000;

let journal: Journal;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  await writeMany(journal.client, 60, (number) => ({
    description: `Day ${number}. ${'It rained, and the tram was late again. '.repeat(1 + (number % 5))}`,
    timestamp: new Date(Date.UTC(2026, 5, 30, 12) - number * DAY_MS).toISOString(),
    tags: number % 2 === 0 ? ['even'] : [],
  }));
});

test.afterAll(() => journal?.close());

/** Writes an anecdote that is `days` after that of day 0, as another device of the person would. */
function writeElsewhere(description: string, days: number): Promise<AnecdoteView> {
  return journal.write(description, { timestamp: new Date(Date.UTC(2026, 5, 30, 12) + days * DAY_MS).toISOString() });
}

async function deleteElsewhere({ id }: AnecdoteView): Promise<void> {
  expect((await journal.client.call('DELETE', `/api/anecdotes/${id}`)).status).toBe(200);
}

/** How far `cards` are from where they were, in pixels: the greatest distance in any frame until `until` has happened. */
async function movedWhile(cards: Locator, until: () => Promise<void>): Promise<number> {
  const watched = await journal.page.evaluateHandle(
    (watched) => {
      const tops = () => watched.map((card) => card.getBoundingClientRect().top);
      const from = tops();
      const seen = { most: 0 };
      const look = () => {
        seen.most = Math.max(seen.most, ...tops().map((top, index) => Math.abs(top - (from[index] ?? 0))));
        requestAnimationFrame(look);
      };
      look();
      return seen;
    },
    (await cards.elementHandles()) as ElementHandle<Element>[],
  );
  await until();
  await journal.page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return (await watched.jsonValue()).most;
}

/** The first words of the first card that is not above the window, up to the bar at its top. */
function firstShown(): Promise<string> {
  return journal.page.evaluate(() => {
    const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    const shown = [...document.querySelectorAll('article')].find((card) => card.getBoundingClientRect().bottom > bar);
    return shown?.textContent.match(/Day \d+\./)?.[0] ?? '';
  });
}

for (const view of ['timeline', 'grid']) {
  test(`what the window shows of the ${view} stays in its place when anecdotes above it come and go elsewhere`, async () => {
    await journal.go(`/dashboard?view=${view}`);
    const { page } = journal;
    await expect(cardOf(page, 'Day 0.')).toBeVisible();
    await page.evaluate(() => scrollTo(0, 1_500));
    await expect(cardOf(page, 'Day 0.')).not.toBeInViewport();
    const card = cardOf(page, await firstShown());
    const place = Number(await card.getAttribute('aria-posinset'));
    const isAt = (number: number) => expect(card).toHaveAttribute('aria-posinset', String(number));
    let written: AnecdoteView[] = [];
    const moved = await movedWhile(card, async () => {
      // The first starts a new month, which has a heading of its own in the timeline.
      written = [await writeElsewhere('A new month', 1)];
      await isAt(place + 1);
      written.push(await writeElsewhere('Above it', -3.5));
      await isAt(place + 2);
      for (const anecdote of written) await deleteElsewhere(anecdote);
      await isAt(place);
    });
    expect(moved).toBeLessThan(2);
  });
}

test('the focus stays on its anecdote when another one takes its place', async () => {
  await journal.go('/dashboard?view=timeline');
  const { page } = journal;
  await cardOf(page, 'Day 2.').focus();
  const written = await writeElsewhere('A newer one', 1);
  await expect(cardOf(page, 'A newer one')).toBeVisible();
  await expect(cardOf(page, 'Day 2.')).toBeFocused();
  await page.keyboard.press('j');
  await expect(cardOf(page, 'Day 3.')).toBeFocused();
  await deleteElsewhere(written);
  await expect(cardOf(page, 'A newer one')).toHaveCount(0);
  await expect(cardOf(page, 'Day 3.')).toBeFocused();
  await page.keyboard.press('k');
  await expect(cardOf(page, 'Day 2.')).toBeFocused();
});

test('the anecdote in the place of the focused one gets the focus when that is deleted elsewhere', async () => {
  await journal.go('/dashboard?view=timeline');
  const { page } = journal;
  const written = await writeElsewhere('Soon gone', -1.5);
  await cardOf(page, 'Soon gone').focus();
  await deleteElsewhere(written);
  await expect(cardOf(page, 'Soon gone')).toHaveCount(0);
  await expect(cardOf(page, 'Day 2.')).toBeFocused();
});

test('a tag of an anecdote far down that is pressed by keyboard passes the focus to the filters', async () => {
  await journal.go('/dashboard?view=timeline');
  const { page } = journal;
  await expect(cardOf(page, 'Day 0.')).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  // The focus counts as set by keyboard only after a key.
  await page.keyboard.press('Shift');
  await cardOf(page, 'Day 58.').getByRole('button', { name: 'even' }).press('Enter');
  await expect(cardOf(page, 'Day 58.')).toHaveCount(0);
  await expect(cardOf(page, 'Day 0.')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Show Filters' })).toBeFocused();
});

test('the focus stays in the main part when the only anecdote of a list is deleted, and when its filter is cleared', async ({
  browser,
  product,
}) => {
  const { page, write, go, close } = await openJournal(browser, product.address);
  await write('Only this', { tags: ['single'] });
  await go('/dashboard?tags=single');
  const main = page.locator('main');
  await cardOf(page, 'Only this').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await expect(main).toBeFocused();
  // The Top Tags may still have it too.
  await page.getByTitle('Remove filter single').press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing written down yet' })).toBeVisible();
  await expect(main).toBeFocused();
  await close();
});

test('the window does not scroll when the focused anecdote is deleted elsewhere while it is out of view', async () => {
  await journal.go('/dashboard?view=timeline');
  const { page } = journal;
  const written = await writeElsewhere('Soon gone', -1.5);
  await cardOf(page, 'Soon gone').focus();
  await page.evaluate(() => scrollTo(0, 3_000));
  await expect(cardOf(page, 'Soon gone')).toHaveCount(0);
  const card = cardOf(page, await firstShown());
  const place = Number(await card.getAttribute('aria-posinset'));
  const moved = await movedWhile(card, async () => {
    await deleteElsewhere(written);
    await expect(card).toHaveAttribute('aria-posinset', String(place - 1));
  });
  expect(moved).toBeLessThan(2);
});

test('cards of the grid neither overlap nor move apart when one between them is deleted elsewhere and restored', async () => {
  await journal.go('/dashboard?view=grid');
  const { page } = journal;
  const first = cardOf(page, 'Day 0.');
  const size = Number(await first.getAttribute('aria-setsize'));
  await expect.poll(gapsInColumns).toEqual([20]);
  const id = await cardOf(page, 'Day 4.').getAttribute('data-anecdote');
  expect((await journal.client.call('DELETE', `/api/anecdotes/${id}`)).status).toBe(200);
  await expect(first).toHaveAttribute('aria-setsize', String(size - 1));
  await expect.poll(gapsInColumns).toEqual([20]);
  expect((await journal.client.call('POST', `/api/anecdotes/${id}/restore`)).status).toBe(200);
  await expect(first).toHaveAttribute('aria-setsize', String(size));
  await expect.poll(gapsInColumns).toEqual([20]);
});

test('what the window shows of the timeline stays in its place when something appears above the list', async () => {
  await journal.go('/dashboard?view=timeline');
  const { page } = journal;
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, 3_000));
  await expect(cardOf(page, 'Day 0.')).toHaveCount(0);
  const card = cardOf(page, await firstShown());
  // Until the rows above it are measured, which takes a frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const before = await card.boundingBox();
  await page.evaluate(() => {
    const panel = document.createElement('div');
    panel.style.blockSize = '200px';
    document.querySelector('main')?.prepend(panel);
  });
  await expect.poll(() => card.boundingBox()).toEqual(before);
});

test('what the window shows of the timeline keeps its distance from the bar when the window gets narrower', async () => {
  const { page } = journal;
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 800 });
  await journal.go('/dashboard?view=timeline');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, 3_000));
  await expect(cardOf(page, 'Day 0.')).toHaveCount(0);
  const card = cardOf(page, await firstShown());
  const distance = async () => {
    const bar = await page.getByRole('banner').boundingBox();
    const top = (await card.boundingBox())?.y ?? Number.NaN;
    return Math.round(top - (bar && bar.y === 0 ? bar.height : 0));
  };
  const before = await distance();
  await page.setViewportSize({ width: 700, height: 800 });
  // The space above a card is smaller there.
  await expect.poll(async () => Math.abs((await distance()) - before)).toBeLessThan(8);
  if (size) await page.setViewportSize(size);
});

/** Shows the end of the timeline, and returns its last card. */
async function showEnd(): Promise<Locator> {
  await journal.go('/dashboard?view=timeline');
  const { page } = journal;
  await expect(page.getByRole('article').first()).toBeVisible();
  const last = cardOf(page, 'Day 59.');
  let box: unknown;
  // The page gets longer or shorter until the rows at its end are measured.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const before = box;
    box = await last.boundingBox({ timeout: 100 });
    expect(box).toEqual(before);
  }).toPass();
  return last;
}

test('what the window shows of the end of the timeline stays in its place when a long anecdote is written above it', async () => {
  const last = await showEnd();
  const place = Number(await last.getAttribute('aria-posinset'));
  const above = Number(/\d+/.exec(await firstShown())?.[0]) - 2;
  let written: AnecdoteView | undefined;
  const moved = await movedWhile(last, async () => {
    // Until then a placeholder at the end shows that there is one more.
    const release = await holdCalls(journal.page, /^GET \/anecdotes\?page=2&/);
    written = await writeElsewhere('It was a long day. '.repeat(100), -above - 0.5);
    await expect(last).toHaveAttribute('aria-setsize', String(place + 1));
    await release();
    await expect(last).toHaveAttribute('aria-posinset', String(place + 1));
  });
  expect(moved).toBeLessThan(2);
  if (written) await deleteElsewhere(written);
});

for (const [late, call] of [
  ['its months are', /^GET \/anecdotes\/months/],
  ['its first page is', /^GET \/anecdotes\?page=1&/],
] as const) {
  test(`the end of the timeline stays in its place when ${late} read again last`, async () => {
    const last = await showEnd();
    const { page } = journal;
    const place = Number(await last.getAttribute('aria-posinset'));
    const movedBy = (change: () => Promise<unknown>, to: number) =>
      movedWhile(last, async () => {
        const release = await holdCalls(page, call);
        await change();
        await expect(last).toHaveAttribute('aria-posinset', String(to));
        const answered = page.waitForResponse((response) => call.test(nameOf(response.request())));
        await release();
        await answered;
      });
    let written: AnecdoteView | undefined;
    const write = async () => {
      written = await writeElsewhere('A newer one. '.repeat(50), -0.5);
    };
    expect(await movedBy(write, place + 1)).toBeLessThan(2);
    expect(await movedBy(async () => written && deleteElsewhere(written), place)).toBeLessThan(2);
  });
}

for (const late of [1, 2]) {
  test(`where two pages meet, cards in view stay in their place when page ${late} is read again after the other`, async () => {
    await journal.go('/dashboard?view=timeline');
    const { page } = journal;
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const cards = cardOf(page, /Day (48|49|50|51)\./);
    await expect(cards).toHaveCount(4);
    await cardOf(page, 'Day 50.').evaluate((card) => card.scrollIntoView({ block: 'center' }));
    for (const card of await cards.all()) await expect(card).toBeInViewport();
    const release = await holdCalls(page, new RegExp(`^GET /anecdotes\\?page=${late}&`));
    const other = cardOf(page, late === 1 ? 'Day 51.' : 'Day 48.');
    const place = Number(await other.getAttribute('aria-posinset'));
    let written: AnecdoteView | undefined;
    const moved = await movedWhile(cards, async () => {
      written = await writeElsewhere('Above it', -3.5);
      await expect(other).toHaveAttribute('aria-posinset', String(place + 1));
      await release();
      await expect(cardOf(page, 'Day 48.')).toHaveAttribute('aria-posinset', '50');
      await expect(cardOf(page, 'Day 51.')).toHaveAttribute('aria-posinset', '53');
    });
    expect(moved).toBeLessThan(2);
    if (written) await deleteElsewhere(written);
  });
}

test('an iPhone scrolls no further by itself while rows above the window are measured during a touch', async ({
  browser,
  product,
}) => {
  const page = await openPage(browser);
  await page.addInitScript(() => Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' }));
  await keepLoggedIn(page, journal.client);
  await page.goto(`${product.address}/dashboard?view=timeline`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(cardOf(page, 'Day 59.')).toBeInViewport();
  await page.evaluate(() => dispatchEvent(new Event('touchstart')));
  for (const top of [4_000, 3_000]) {
    await page.evaluate((top) => scrollTo(0, top), top);
    await expect(page.locator('main [data-index]').first()).toBeVisible();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
    );
    expect(await page.evaluate(() => scrollY)).toBe(top);
  }
  await page.context().close();
});

/** The distances between a row of the list and the next one in its column: each once, in pixels. */
function gapsInColumns(): Promise<number[]> {
  return journal.page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('main [data-index]')];
    const boxes = rows.map((row) => ({ box: row.getBoundingClientRect(), height: row.offsetHeight }));
    const gaps = boxes.flatMap(({ box, height }) => {
      const below = boxes.map((other) => other.box).filter(({ left, top }) => left === box.left && top > box.top);
      return below.length === 0 ? [] : Math.min(...below.map(({ top }) => top)) - box.top - height;
    });
    return [...new Set(gaps.map(Math.round))];
  });
}
