import { readFileSync } from 'node:fs';
import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { tagColour } from '../../web/src/anecdote/tag-colour.ts';
import { choose, expectAccessible, openPage } from '../support/browser.ts';
import { type Journal, keepLoggedIn, openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';
import { openWithoutWebGl, writeBranchedChain } from './branched-chain.ts';
import { likeness, pictureOf } from './canvas-picture.ts';
import { chainOfSeven, tagsOfOwnColour, writeColouredChain } from './coloured-chain.ts';

test.describe.configure({ mode: 'serial' });

let address: string;
let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  journal = await openJournal(browser, address);
  page = journal.page;
  await writeBranchedChain(journal);
  await writeColouredChain(journal, chainOfSeven, (name) => `The ${name} of a chain of seven.`);
});

test.afterAll(() => journal?.close());

function graph() {
  return page.getByRole('application', { name: 'Graph of all connections' });
}

test.describe('the graph of all connections', () => {
  const own = tagsOfOwnColour(3).map((tag) => `${tag}!`);
  const colours = own.map((tag) => tagColour(tag));
  const spots = async () => Object.keys((await pictureOf(graph(), { colours })).spots);
  const chainList = () => page.getByRole('region', { name: 'Chains as a list' });

  test.beforeAll(async () => {
    let parent: AnecdoteView | undefined;
    for (const [index, tag] of own.entries()) {
      const timestamp = `20${20 + index}-03-04T12:00:00Z`;
      const text = `Part ${index + 1} of a story of years.`;
      parent = await journal.write(text, { tags: [tag], timestamp, ...(parent && { connected_to: parent.id }) });
    }
    await journal.go('/dashboard');
    await page.getByRole('radio', { name: 'Graph' }).click({ force: true });
    await expect(page).toHaveURL(/view=graph/);
  });

  test('is scrolled into view when it is chosen', async () => {
    await expect(graph()).toBeInViewport({ ratio: 0.7 });
  });

  test('is the fourth view, draws every chain and shows how many anecdotes have no connections', async () => {
    await expect(page.getByRole('radiogroup', { name: 'View' }).getByRole('radio')).toHaveCount(4);
    await expect(page.getByText('14 anecdotes in 3 chains')).toBeVisible();
    await expect(page.getByText('1 anecdote has no connections.')).toBeVisible();
    await expect.poll(async () => (await spots()).sort()).toEqual([...new Set(colours)].sort());
    await expectAccessible(page);
  });

  test('replays its growth', async () => {
    const slider = page.getByRole('slider', { name: 'How it grew' });
    await slider.press('Home');
    await expect(slider).toHaveAttribute('aria-valuetext', '4 Mar 2020: 1 anecdote');
    await expect.poll(spots).toEqual(colours.slice(0, 1));
    await slider.press('ArrowRight');
    await expect.poll(async () => (await spots()).length).toBe(2);
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(slider).toHaveAttribute('aria-valuetext', /: 14 anecdotes$/);
    await expect(page.getByText(/: 14 anecdotes$/)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /: 14 anecdotes$/ })).toHaveCount(0);
  });

  test('shows the first anecdote if the filter leaves only later ones than were shown', async () => {
    const slider = page.getByRole('slider', { name: 'How it grew' });
    await slider.press('Home');
    await page.getByRole('button', { name: 'Show Filters' }).click();
    await choose(page.getByRole('radio', { name: 'Last Week' }));
    await expect(page.getByText('4 anecdotes in 1 chain')).toBeVisible();
    await expect(slider).toHaveAttribute('aria-valuetext', /: 1 anecdote$/);
    await choose(page.getByRole('radio', { name: 'All Time' }));
    await page.getByRole('button', { name: 'Hide Filters' }).click();
    await slider.press('End');
  });

  test('is navigated with keys, shows whole texts and announces the anecdote', async () => {
    await graph().focus();
    await page.keyboard.press('Home');
    const said = page.getByRole('status').filter({ hasText: 'of a story of years' });
    await expect(said).toHaveText(/^Part 1 .*2020.*1 connection$/);
    await page.keyboard.press('ArrowRight');
    await expect(said).toHaveText(/^Part 2 .*2 connections$/);
    await expect(page.locator('[data-side][role]')).toContainText('Part 2 of a story of years.');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/anecdotes\//);
    await page.goBack();
  });

  test('shows the tooltip of a dot that a key brings into sight', async () => {
    await graph().focus();
    await page.keyboard.press('Home');
    for (let presses = 0; presses < 14; presses += 1) await page.keyboard.press('+');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-side][role]').filter({ hasText: 'Part 2' })).toBeVisible();
    await page.getByRole('button', { name: 'Fit All' }).click();
  });

  test('has a list of chains beside it that can be unfolded', async () => {
    await expect(chainList().getByRole('group')).toHaveCount(3);
    await chainList().getByText(', 3 anecdotes').click();
    await expect(chainList().getByRole('link')).toHaveText([/^Part 1/, /^Part 2/, /^Part 3/]);
  });

  test('scrolls with one finger, moves its picture with two and shows a hint; in the full window one finger moves the picture', async () => {
    const cdp = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number; id?: number }[]
    ) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
    const box = await graph().boundingBox();
    const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 150 };
    const hint = page.getByText('Use two fingers to move the picture').locator('..');
    const zoom = page.getByRole('status').filter({ hasText: ' %' });
    const drawn = await graph().screenshot();
    const before = await page.evaluate(() => scrollY);
    let way = 0;
    const moveOn = () => {
      way += 4;
      return touch('touchMove', { ...at, y: at.y + way });
    };
    await touch('touchStart', at);
    // More often than the hint disappears, which is a second after the last move.
    const often = { intervals: [50] };
    await expect.poll(() => moveOn().then(() => hint.getAttribute('data-shown')), often).toBe('');
    await expect.poll(() => moveOn().then(() => page.evaluate(() => scrollY))).toBeLessThan(before);
    await touch('touchEnd');
    await expect.poll(async () => (await graph().screenshot()).equals(drawn)).toBe(true);
    const fingers = (apart: number) => [-1, 1].map((side) => ({ x: at.x + side * apart, y: at.y, id: side + 2 }));
    let apart = 30;
    // One finger touches the screen before the other.
    await touch('touchStart', ...fingers(apart).slice(0, 1));
    await touch('touchStart', ...fingers(apart));
    const moveApart = () => {
      apart += 5;
      return touch('touchMove', ...fingers(apart));
    };
    for (let step = 0; step < 6; step += 1) await moveApart();
    await expect.poll(() => moveApart().then(() => hint.getAttribute('data-shown')), often).toBeNull();
    await touch('touchEnd');
    await expect(zoom).not.toHaveText('100%');
    await page.getByRole('button', { name: 'Full window' }).click();
    await expect(hint).toHaveCount(0);
    const whole = await graph().screenshot();
    way = 0;
    await touch('touchStart', at);
    // Farther than a tap may move.
    for (let step = 0; step < 10; step += 1) await moveOn();
    await expect.poll(async () => (await graph().screenshot()).equals(whole)).toBe(false);
    await touch('touchEnd');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Fit All' }).click();
    await cdp.detach();
  });

  test('draws its labels again when the web font arrives late', async ({ browser }) => {
    const fresh = await openPage(browser, journal.problems);
    await keepLoggedIn(fresh, journal.client);
    const waiting: (() => void)[] = [];
    await fresh.route('**/*.woff2', async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await route.continue();
    });
    // A screenshot would wait for the font.
    const words = () =>
      fresh.locator('.sigma-labels').evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        const blank = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
        return canvas.toDataURL() === blank.toDataURL() ? undefined : canvas.toDataURL();
      });
    await fresh.goto(`${address}/dashboard?view=graph`, { waitUntil: 'commit' });
    await expect.poll(words).toBeDefined();
    const before = await words();
    for (const release of waiting) release();
    await expect.poll(words).not.toBe(before);
    await fresh.context().close();
  });

  test('is drawn again after a reset of the graphics card, which ends all of its contexts', async () => {
    const ended = await graph().evaluate((picture) => {
      const contexts = [...picture.querySelectorAll('canvas')].flatMap(
        (canvas) => canvas.getContext('webgl2') ?? canvas.getContext('webgl') ?? [],
      );
      for (const context of contexts) context.getExtension('WEBGL_lose_context')?.loseContext();
      picture.setAttribute('data-ended', '');
      return contexts.length;
    });
    expect(ended).toBeGreaterThan(2);
    await expect(graph()).not.toHaveAttribute('data-ended');
    await expect.poll(async () => (await spots()).sort()).toEqual([...new Set(colours)].sort());
  });

  test('is printed as an image of all anecdotes, without controls', async () => {
    await page.emulateMedia({ media: 'print' });
    const image = page.getByRole('img', { name: 'Graph of all connections' });
    await expect(image.locator('circle')).toHaveCount(14);
    await expect(image).toBeVisible();
    expect(await image.evaluate(labelsOnDots)).toEqual([]);
    const cut = image.locator('text').filter({ hasText: '…' });
    await expect(cut.first()).toHaveAttribute('unicode-bidi', 'plaintext');
    await expect(graph()).toBeHidden();
    for (const name of ['Zoom in', 'Fit All', 'Save as PNG']) {
      await expect(page.getByRole('button', { name })).toBeHidden();
    }
    await page.emulateMedia({ media: 'screen' });
    await expect(image).toHaveCount(0);
  });

  test('is drawn and saved in the colours of the system in its high-contrast mode', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as SVG' }).click();
    const image = readFileSync(await (await saving).path(), 'utf8');
    const fills = [...image.matchAll(/<(?:rect|text)[^>]* fill="(#\w+)"/g)].map(([, fill]) => fill);
    expect(new Set(fills).size).toBe(2);
    await page.emulateMedia({ forcedColors: 'none' });
  });

  test('obeys the filters and says when none of the filtered anecdotes is connected', async () => {
    await journal.go(`/dashboard?view=graph&q=${encodeURIComponent('story of years')}`);
    await expect(page.getByText('3 anecdotes in 1 chain')).toBeVisible();
    await journal.go('/dashboard?view=graph&q=Nothing');
    await expect(page.getByRole('heading', { name: 'None of these anecdotes is connected to another' })).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('without WebGL', () => {
  test('the graph of all connections is a list and says why', async ({ browser }) => {
    const fresh = await openWithoutWebGl(browser, journal);
    await fresh.goto(`${address}/dashboard?view=graph`);
    await expect(fresh.getByText('the connections are shown as a list only')).toBeVisible();
    await expect(fresh.getByRole('region', { name: 'Chains as a list' }).getByRole('group')).toHaveCount(3);
    await expectAccessible(fresh);
    await fresh.context().close();
  });
});

test('the tooltip of a long text leaves its dot uncovered', async () => {
  const [tag = ''] = tagsOfOwnColour(1);
  const text = 'A long walk along the lake. '.repeat(12).trim();
  const { id } = await journal.write(text, { tags: [tag] });
  await journal.write('The way back.', { connected_to: id });
  await page.setViewportSize({ width: 1280, height: 800 });
  await journal.go(`/visualization/${id}`);
  const picture = page.getByRole('application');
  await expect(picture).toBeVisible();
  const dot = async () => (await pictureOf(picture, { colours: [tagColour(tag)] })).spots[tagColour(tag)];
  await expect.poll(dot).toBeDefined();
  const [box, spot] = [await picture.boundingBox(), await dot()];
  const [x, y] = [(box?.x ?? 0) + (spot?.x ?? 0), (box?.y ?? 0) + (spot?.y ?? 0)];
  await page.mouse.move(x, y);
  const tip = picture.locator('..').getByText(text, { exact: true });
  await expect(tip).toBeVisible();
  expect(await tip.evaluate((shown, [x = 0, y = 0]) => shown.contains(document.elementFromPoint(x, y)), [x, y])).toBe(
    false,
  );
  await page.mouse.move(0, 0);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('on a phone the graph of all connections is drawn up to its top while a bar covers its bottom', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await journal.go('/dashboard?view=graph');
  await expect(graph()).toBeVisible();
  /** Scrolls the upper edge of the graph to `top`; returns a screenshot and the box of the graph's upper part. */
  const windowAt = async (top: number) => {
    await graph().evaluate((element, at) => window.scrollBy(0, element.getBoundingClientRect().top - at), top);
    const { x, y, width } = (await graph().boundingBox()) ?? { x: 0, y: 0, width: 0 };
    expect(Math.abs(y - top)).toBeLessThan(1);
    return { png: await page.screenshot(), upper: { x, y, width, height: 240 } };
  };
  const shareThatStays = async () => {
    const [whole, covered] = [await windowAt(200), await windowAt(520)];
    return likeness(page, whole.png, covered.png, { x: 0, y: 320 }, whole.upper);
  };
  await expect.poll(shareThatStays).toBeGreaterThan(0.95);
});

/** The words in a picture that are written over a dot. */
function labelsOnDots(picture: Element): string[] {
  const dots = [...picture.querySelectorAll('circle')].map((dot) => dot.getBBox());
  return [...picture.querySelectorAll('text')].flatMap((text) => {
    const { x, y, width, height } = text.getBBox();
    const isOnDot = dots.some((dot) => {
      const radius = dot.width / 2;
      const across = dot.x + radius - Math.min(x + width, Math.max(x, dot.x + radius));
      const down = dot.y + radius - Math.min(y + height, Math.max(y, dot.y + radius));
      return Math.hypot(across, down) < radius - 2;
    });
    return isOnDot ? [text.textContent] : [];
  });
}
