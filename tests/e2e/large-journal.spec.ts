import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';
import { logIn } from '../support/client.ts';
import { enter } from '../support/dashboard-page.ts';
import { openJournal, PASSWORD, writeMany } from '../support/journal-page.ts';
import { newMember } from '../support/local-mails.ts';
import { answerWith, holdCalls, wordless } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';
import { IS_TIMED, report, sizeOr } from './timed-run.ts';

test.describe.configure({ mode: 'serial' });

/** 10000 or more in a timed run. */
const SIZE = sizeOr(300);
const MONTHS = 60;
const NEWEST = Date.parse('2026-10-31T20:00:00Z');
const MONTH_MS = 30.4 * 86_400_000;
/** What the browser calls a long task. */
const LONGEST_TASK_MS = 50;
const NODE_LIMIT = 3_000;

const username = 'archivist';

let address: string;
let page: Page;
let devtools: CDPSession;

test.setTimeout(IS_TIMED ? 600_000 : 240_000);

test.beforeAll(async ({ browser, product }) => {
  test.setTimeout(600_000);
  address = product.address;
  await newMember(address, username, PASSWORD);
  const client = await logIn(address, username, PASSWORD);
  await writeMany(client, SIZE, anecdoteAt);
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.addInitScript(observe);
  await enter(page, address, username, PASSWORD);
  await expect(page.getByRole('article').first()).toBeVisible();
  devtools = await page.context().newCDPSession(page);
});

test.afterAll(() => page?.context().close());

/** Anecdote `number`, counted from the newest. */
function anecdoteAt(number: number) {
  const at = new Date(NEWEST - (number / SIZE) * MONTHS * MONTH_MS);
  return {
    description: `Anecdote ${number}. ${'It rained, and the tram was late again. '.repeat(1 + (number % 5))}`,
    tags: [`tag${number % 7}`, ...(number % 3 === 0 ? ['weather'] : [])],
    timestamp: at.toISOString(),
    time_zone: 'Europe/Zurich',
  };
}

/** Records in the page when the first anecdote appeared and how long the longest task was. */
function observe() {
  const seen = { firstAnecdote: 0, longest: 0 };
  Object.assign(window, { seen });
  const watch = new MutationObserver(() => {
    if (!document.querySelector('article')) return;
    seen.firstAnecdote = performance.now();
    watch.disconnect();
  });
  watch.observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask' });
}

type Watched = Window & { seen: { firstAnecdote: number; longest: number } };
const seen = () => page.evaluate(() => (window as unknown as Watched).seen);

/** Scrolls to the end in steps of `step` pixels; returns the numbers of the anecdotes shown and the most nodes. */
function scrollThrough(step: number) {
  return page.evaluate(async (step) => {
    const anecdotes = new Set<number>();
    let nodes = 0;
    const placeOf = () => `${window.scrollY} of ${document.body.scrollHeight} px`;
    const frame = () =>
      new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error(`The page draws no frame at ${placeOf()}.`)), 60_000);
        requestAnimationFrame(resolve);
      });
    const look = () => {
      nodes = Math.max(nodes, document.getElementsByTagName('*').length);
      for (const article of document.querySelectorAll('article')) {
        anecdotes.add(Number(/Anecdote (\d+)\./.exec(article.textContent ?? '')?.[1]));
      }
    };
    look();
    let isDone = false;
    let unmoved = 0;
    while (!isDone) {
      const before = window.scrollY;
      window.scrollBy(0, step);
      let frames = 0;
      // Loaded texts are shorter than their placeholders, so that more anecdotes come into view and load too.
      for (let still = 0; still < 3; still += 1) {
        await frame();
        frames += 1;
        if (frames > 10_000) throw new Error(`Some anecdotes do not load at ${placeOf()}.`);
        if (document.querySelector('[data-loading]')) still = 0;
      }
      look();
      unmoved = window.scrollY === before ? unmoved + 1 : 0;
      if (unmoved > 100) throw new Error(`The page does not scroll on at ${placeOf()}.`);
      isDone = window.scrollY === before && window.scrollY + window.innerHeight >= document.body.scrollHeight - 2;
    }
    return { anecdotes: [...anecdotes], nodes };
  }, step);
}

test(`the first of ${SIZE} anecdotes appear, within a second in a timed run`, async () => {
  await page.reload();
  await expect(page.getByRole('article').first()).toContainText('Anecdote 0.');
  await expect(page.getByText(`Showing all ${SIZE.toLocaleString('en')} anecdotes`)).toBeVisible();
  const { firstAnecdote } = await seen();
  report(`first of ${SIZE} anecdotes after ${Math.round(firstAnecdote)} ms`);
  if (IS_TIMED) expect(firstAnecdote).toBeLessThan(1_000);
});

for (const view of ['timeline', 'grid'] as const) {
  test(`the ${view} scrolls from start to end, shows every anecdote and keeps the number of nodes small`, async () => {
    await page.goto(`${address}/dashboard?view=${view}`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.evaluate(() => Object.assign((window as unknown as Watched).seen, { longest: 0 }));
    const { anecdotes, nodes } = await scrollThrough(900);
    const { longest } = await seen();
    report(`${view}: ${nodes} nodes at most, longest task ${Math.round(longest)} ms`);
    await expect(page.getByText(`Anecdote ${SIZE - 1}.`)).toBeVisible();
    expect(nodes).toBeLessThan(NODE_LIMIT);
    expect(anecdotes.sort((a, b) => a - b)).toEqual(Array.from({ length: SIZE }, (_, number) => number));
    if (IS_TIMED) expect(longest).toBeLessThanOrEqual(LONGEST_TASK_MS);
  });
}

/** The first anecdote below the bar, and where it is. */
function place() {
  return page.evaluate(() => {
    const below = (card: Element) => card.getBoundingClientRect().top > 120;
    const card = [...document.querySelectorAll('article')].find(below);
    return `${/Anecdote \d+/.exec(card?.textContent ?? '')} at ${Math.round(card?.getBoundingClientRect().top ?? 0)}`;
  });
}

/** Scrolls down to the middle of a view as a reader would, and returns where that is. */
async function readDown(view: 'timeline' | 'grid'): Promise<string> {
  await page.goto(`${address}/dashboard?view=${view}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let step = 0; step < 12; step += 1) {
      window.scrollBy(0, 600);
      for (let still = 0; still < 4; still += 1) {
        await frame();
        if (document.querySelector('[data-loading]')) still = 0;
      }
    }
  });
  await expect.poll(place).toMatch(/Anecdote \d\d/);
  return place();
}

/**
 * Scrolls up in 250 steps of 80 pixels. Returns by how many pixels the cards in view moved otherwise, where they did: in
 * each step the one that moved least, or the one that moved most.
 */
function scrollUp(of: 'least' | 'most'): Promise<number[]> {
  return page.evaluate(async (of) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const tops = () => {
      const cards = [...document.querySelectorAll<HTMLElement>('article')];
      const boxes = cards.map((card) => [card.dataset.anecdote, card.getBoundingClientRect()] as const);
      return new Map(
        boxes.flatMap(([id, { top, bottom }]) => (bottom > 120 && top < innerHeight ? [[id, top] as const] : [])),
      );
    };
    const distances: number[] = [];
    for (let step = 0; step < 250 && scrollY >= 80; step += 1) {
      const before = tops();
      document.documentElement.scrollTop -= 80;
      await frame();
      const moved = [...tops()].flatMap(([id, top]) => {
        const from = before.get(id);
        return from === undefined ? [] : Math.abs(Math.round(top - from - 80));
      });
      distances.push(of === 'least' ? Math.min(...moved) : Math.max(...moved));
    }
    return distances.filter((distance) => distance > 2);
  }, of);
}

for (const [view, of] of [
  ['timeline', 'most'],
  ['grid', 'least'],
] as const) {
  test(`scrolling the ${view} up over anecdotes that were never shown moves nothing else`, async () => {
    await page.goto(`${address}/dashboard`);
    await expect(page.getByRole('article').first()).toBeVisible();
    // Not a reload, after which the heights are known.
    await page.getByRole('radio', { name: new RegExp(view, 'i') }).check();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(page.getByText(`Anecdote ${SIZE - 1}.`)).toBeVisible();
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    expect(await scrollUp(of)).toEqual([]);
  });
}

test('the columns of the grid end side by side after a jump to the end, a way up and a second jump', async ({
  browser,
}) => {
  const journal = await openJournal(browser, address);
  // In three columns, the longest are in one of them.
  const description = (number: number) =>
    `Number ${number}. ${'It rained all day long. '.repeat(1 + 9 * (number % 3))}`;
  await writeMany(journal.client, 100, (number) => ({ ...anecdoteAt(number), description: description(number) }));
  await journal.go('/dashboard?view=grid');
  const last = journal.page.getByText('Number 99.');
  const end = () =>
    expect
      .poll(async () => {
        await journal.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        return last.isVisible();
      })
      .toBe(true);
  await end();
  await journal.page.evaluate(async () => {
    for (; scrollY > 0; scrollBy(0, -300)) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
  });
  await expect(last).toHaveCount(0);
  await end();
  const apart = () =>
    journal.page.evaluate(() => {
      const boxes = [...document.querySelectorAll('main [data-index]')].map((row) => row.getBoundingClientRect());
      const columns = [...Map.groupBy(boxes, ({ left }) => left).values()];
      const ends = columns.map((column) => Math.max(...column.map(({ bottom }) => bottom)));
      return Math.max(...ends) - Math.min(...ends);
    });
  // At most one card.
  await expect.poll(apart).toBeLessThan(600);
  await journal.close();
});

test('a reload in the middle of the grid or the timeline shows the same anecdotes again', async () => {
  for (const view of ['grid', 'timeline'] as const) {
    const before = await readDown(view);
    const release = await holdCalls(page, /^GET \/anecdotes\?page=[2-9]/);
    await page.reload();
    await expect(page.locator('[data-loading]').first()).toBeAttached();
    await release();
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    await expect.poll(place).toBe(before);
  }
});

for (const [how, press] of [
  ['clicked', (tag: Locator) => tag.click()],
  ['pressed with Enter', (tag: Locator) => tag.press('Enter')],
] as const) {
  test(`a tag that is ${how} far down in a list shows its anecdotes from the newest on, and Back returns to the place`, async () => {
    const before = await place();
    const card = page.getByRole('article').filter({ hasText: `${before.split(' at ')[0]}.` });
    await press(card.getByTitle(/^Click to filter by tag/));
    await expect(page.getByText(/^Showing .+ of/)).toBeInViewport();
    await expect(page.getByRole('article').first()).toContainText(/Anecdote [0-6]\./);
    await expect(page.getByRole('article').first()).toBeInViewport();
    await page.goBack();
    await expect.poll(place).toBe(before);
  });
}

test('a search that is typed far down in a list starts at the best match, and Back returns to where the list was', async () => {
  const before = await place();
  const field = page.getByRole('textbox', { name: 'Search your anecdotes' });
  await field.focus();
  await field.pressSequentially('weather', { delay: 20 });
  await expect(page.getByText(/^Showing .+ of/)).toBeInViewport();
  await expect(page.getByRole('article').first()).toBeInViewport();
  await page.goBack();
  await expect.poll(place).toBe(before);
});

/** The gaps between cards of a column that differ from the regular one. */
function holes() {
  return page.evaluate(() => {
    const cards = [...document.querySelectorAll('article')].map((card) => card.getBoundingClientRect());
    const columns = Map.groupBy(cards, ({ left }) => Math.round(left));
    return [...columns.values()].flatMap((column) => {
      const sorted = column.sort((a, b) => a.top - b.top);
      const gaps = sorted.slice(1).map(({ top }, index) => Math.round(top - (sorted[index]?.bottom ?? 0)));
      return gaps.filter((gap) => Math.abs(gap - 20) > 1);
    });
  });
}

test('the grid has no gaps after a search, a second search and a change of the width', async () => {
  const size = page.viewportSize();
  for (const search of ['weather', 'tag3', '']) {
    await page.goto(`${address}/dashboard`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('textbox', { name: 'Search your anecdotes' }).fill(search);
    await expect(page.getByText(search === '' ? /^Showing all/ : /^Showing .+ of/)).toBeVisible();
    await expect.poll(holes).toEqual([]);
    await page.setViewportSize({ width: 900, height: 900 });
    await expect.poll(holes).toEqual([]);
    await page.setViewportSize(size ?? { width: 1440, height: 900 });
    await expect.poll(holes).toEqual([]);
  }
});

test('the anecdotes of a list have their position and the size of the list for screen readers', async () => {
  await page.goto(`${address}/dashboard`);
  const feed = page.getByRole('feed', { name: 'Your Anecdotes' });
  await expect(feed).toHaveAttribute('aria-busy', 'false');
  const first = feed.getByRole('article').first();
  await expect(first).toHaveAttribute('aria-posinset', '1');
  await expect(first).toHaveAttribute('aria-setsize', String(SIZE));
  await page.keyboard.press('j');
  await expect(first).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(feed.locator('article:focus')).toHaveAttribute('aria-posinset', '2');
  await page.keyboard.press('PageUp');
  await expect(first).toBeFocused();
});

test('a timeline is printed completely and in order, without the rest of the page', async () => {
  await page.goto(`${address}/dashboard?view=timeline`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => {
    const print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      const anecdotes = [...document.querySelectorAll('main > div > div > section:last-of-type > article')];
      const texts = anecdotes.map((anecdote) => Number(/Anecdote (\d+)\./.exec(anecdote.textContent ?? '')?.[1]));
      Object.assign(window, { print, printed: texts });
      window.dispatchEvent(new Event('afterprint'));
    };
    Object.assign(window, { print });
  });
  await page.keyboard.press('Control+p');
  const everyAnecdote = Array.from({ length: SIZE }, (_, number) => number);
  await expect.poll(() => page.evaluate('window.printed')).toEqual(everyAnecdote);

  await page.emulateMedia({ media: 'print' });
  const anecdotes = page.getByRole('article');
  await expect(anecdotes).toHaveCount(SIZE);
  await expect(anecdotes.first().locator('p').first()).toHaveCSS('orphans', '3');
  const shown = page.getByRole('main').locator(':scope > *').locator('visible=true');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const role of ['banner', 'navigation', 'textbox', 'button', 'feed'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  expect(await shown.count()).toBeGreaterThan(0);
  const pdf = (await page.pdf()).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)?.length ?? 0).toBeLessThan(SIZE / 5);
  await page.emulateMedia({ media: 'screen' });
});

test('a page of a list that cannot be loaded shows an error and can be loaded again', async () => {
  await answerWith(page, /^GET \/anecdotes\?page=[3-9]/, wordless, async () => {
    await page.goto(`${address}/dashboard`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
    await expect(page.getByRole('alert')).toContainText("Some anecdotes couldn't be loaded.");
    await expect(page.getByText('Not loaded').first()).toBeVisible();
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('Not loaded')).toHaveCount(0);
  await expect(page.getByRole('article').first()).toBeAttached();
});

test('the list of months scrolls to a year', async () => {
  await page.goto(`${address}/dashboard?view=timeline`);
  await expect(page.getByRole('article').first()).toBeVisible();
  const months = page.getByRole('navigation', { name: 'Months' });
  for (const year of ['2021', '2024', '2022', '2026', '2023']) {
    const button = months.getByRole('button', { name: year, exact: true });
    const begun = Date.now();
    await button.click();
    await expect(page.getByRole('heading', { level: 2, name: new RegExp(`${year}$`) }).first()).toBeInViewport();
    await page.waitForFunction((wanted) => {
      const shown = [...document.querySelectorAll('article')].filter((anecdote) => {
        const { top, bottom } = anecdote.getBoundingClientRect();
        return bottom > 200 && top < innerHeight;
      });
      return shown.length > 0 && shown.every((anecdote) => anecdote.querySelector('time')?.dateTime.startsWith(wanted));
    }, year);
    const took = Date.now() - begun;
    report(`${year} after ${took} ms`);
    if (IS_TIMED) expect(took).toBeLessThan(500);
  }
});

test('labels of years, months and days do not wrap, even with text of twice the size', async () => {
  const size = page.viewportSize();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const broken = await page.evaluate(() => {
      const texts = document.querySelectorAll('nav[aria-label="Months"] button, [aria-hidden] > b');
      return [...texts].flatMap(({ firstChild }) => {
        const range = document.createRange();
        if (firstChild) range.selectNode(firstChild);
        return range.getClientRects().length > 1 ? firstChild?.textContent : [];
      });
    });
    expect(broken).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  if (size) await page.setViewportSize(size);
});

test('memory does not grow over five scrolls to the end and back', async () => {
  const used = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  const trip = async () => {
    await scrollThrough(20_000);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(page.getByText('Anecdote 0.')).toBeVisible();
  };
  await trip();
  const before = await used();
  for (let round = 0; round < 5; round += 1) await trip();
  const after = await used();
  report(`heap ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after five trips`);
  expect(after).toBeLessThan(before * 1.2 + 2);
});
