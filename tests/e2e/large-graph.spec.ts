import type { AnecdoteView, JournalGraph } from '@anecdotes/contracts';
import { expect, type Page, type Route } from '@playwright/test';
import { tagColour } from '../../web/src/anecdote/tag-colour.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';
import { likeness, pictureOf } from './canvas-picture.ts';
import { IS_TIMED, report, sizeOr } from './timed-run.ts';

test.describe.configure({ mode: 'serial' });

/** 5000 in a timed run. */
const SIZE = Math.min(5_000, sizeOr(600));
const CHAINS = Math.round(SIZE / 12.5);
const READY_MS = 2_000;
const LONGEST_TASK_MS = 100;
const FRAMES_PER_SECOND = 30;
/** Number of chains that the list shows at first. */
const LISTED = 20;
const TAG = 'large';

type Written = { data: AnecdoteView };

let journal: Journal;
let page: Page;
const workers: string[] = [];

const graph = () => page.getByRole('application', { name: 'Graph of all connections' });
const chainList = () => page.getByRole('region', { name: 'Chains as a list' });
const count = (value: number) => value.toLocaleString('en-GB');

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  const chains: string[][] = Array.from({ length: CHAINS }, () => []);
  let position = '';
  for (let first = 0; first < SIZE; first += CHAINS) {
    const part = chains.slice(0, SIZE - first);
    const anecdotes = part.map((chain, index) => ({
      description: `Part ${chain.length} of story ${index}`,
      tags: [TAG],
      timestamp: new Date(Date.UTC(2024, 0, 1) + (first + index) * 3_600_000).toISOString(),
      // Every third part starts a branch.
      ...(chain.length > 0 && { connected_to: chain[chain.length - (chain.length % 3 === 0 ? 2 : 1)] }),
    }));
    const { status, headers, body } = await journal.client.call<Written[]>('POST', '/api/anecdotes/batch', {
      anecdotes,
    });
    expect(status).toBe(200);
    for (const [index, { data }] of body.data.entries()) part[index]?.push(data.id);
    position = headers.get('x-log-position') ?? '';
  }
  const seeAll = { 'x-min-position': position };
  const seen = async () => (await journal.client.call('GET', '/api/connections', undefined, seeAll)).status;
  await expect.poll(seen, { timeout: 120_000 }).toBe(200);
  page.on('worker', (worker) => workers.push(worker.url()));
});

test.afterAll(() => journal?.close());

/** Waits until two screenshots in a row are equal; does not burden the page. */
async function rest(): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  await expect
    .poll(async () => {
      const before = last;
      last = await graph().screenshot();
      return before.equals(last);
    })
    .toBe(true);
  return last;
}

/** Waits until something is drawn and does not change any more; returns the screenshot. */
async function picture(): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  await expect
    .poll(async () => {
      const { spots } = await pictureOf(graph(), { colours: [tagColour(TAG)] });
      last = await rest();
      // With thousands of dots none is large enough for a pixel of the pure colour.
      return IS_TIMED || tagColour(TAG) in spots;
    })
    .toBe(true);
  return last;
}

/** Drags the picture to and fro for a number of frames; returns the frame rate. */
async function framesPerSecond(frames: number): Promise<number> {
  return graph().evaluate(async (element, wanted) => {
    const mouse = element.querySelector('.sigma-mouse') ?? element;
    const { x, y, width, height } = mouse.getBoundingClientRect();
    const send = (type: string, to: EventTarget, dx: number, dy: number) =>
      to.dispatchEvent(
        new MouseEvent(type, { clientX: x + width / 2 + dx, clientY: y + height / 2 + dy, bubbles: true }),
      );
    send('mousedown', mouse, 0, 0);
    const began = await new Promise<number>(requestAnimationFrame);
    let last = began;
    for (let frame = 0; frame < wanted; frame += 1) {
      send('mousemove', document, 60 * Math.sin(frame / 7), 40 * Math.sin(frame / 14));
      last = await new Promise<number>(requestAnimationFrame);
    }
    send('mouseup', document, 0, 0);
    return (1_000 * wanted) / (last - began);
  }, frames);
}

type Watched = Window & { seen: { tasks: number[] } };

test('a large graph is laid out by a worker, and the list of its chains is short at first', async () => {
  await page.addInitScript(() => {
    const seen = { tasks: [] as number[] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  await journal.go('/dashboard');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => {
    (window as unknown as Watched).seen.tasks.length = 0;
  });
  const began = Date.now();
  await page.getByRole('radio', { name: 'Graph' }).click({ force: true });
  await expect(graph()).toBeVisible();
  const ready = Date.now() - began;
  await expect(page.getByText(`${count(SIZE)} anecdotes in ${count(CHAINS)} chains`)).toBeVisible();
  expect(workers).toEqual([expect.stringMatching(/layout-worker/)]);
  await expect(chainList().getByRole('group')).toHaveCount(LISTED);
  await expect(chainList().getByRole('link')).toHaveCount(0);
  await graph().scrollIntoViewIfNeeded();
  await page.mouse.move(0, 0);
  const drawn = await rest();
  // Read before the pixels are counted, which is itself a long task.
  const longest = Math.max(0, ...(await page.evaluate(() => (window as unknown as Watched).seen.tasks)));
  report(`graph ready after ${ready} ms, longest task ${Math.round(longest)} ms`);
  const isWhole = drawn.equals(await picture());
  if (IS_TIMED) expect([isWhole, ready <= READY_MS, longest <= LONGEST_TASK_MS]).toEqual([true, true, true]);
});

test('the same journal gives the same picture after a reload', async () => {
  const before = await picture();
  await page.reload();
  await expect(graph()).toBeVisible();
  await graph().scrollIntoViewIfNeeded();
  expect(before.equals(await picture())).toBe(true);
});

test('dragging moves the whole picture, and its background shapes are drawn again where it stops', async () => {
  const before = await picture();
  const box = await graph().boundingBox();
  // In the corner, where no dot is below the pointer.
  const at = { x: (box?.x ?? 0) + 12, y: (box?.y ?? 0) + 12 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 40, at.y + 30, { steps: 5 });
  // The button is held until nothing moves, so that the picture does not continue to glide.
  await picture();
  await page.mouse.up();
  const after = await picture();
  expect(await likeness(page, before, after, { x: 40, y: 30 })).toBeGreaterThan(0.9);
  expect(await likeness(page, before, after, { x: 0, y: 0 })).toBeLessThan(0.5);
  await expect.poll(() => page.locator('.sigma-hulls').evaluate(({ style }) => style.transform)).toBe('');
  const perSecond = await framesPerSecond(IS_TIMED ? 120 : 5);
  report(`${perSecond.toFixed(1)} frames a second while panning`);
  if (IS_TIMED) expect(perSecond).toBeGreaterThanOrEqual(FRAMES_PER_SECOND);
});

test('an anecdote that is deleted disappears from the graph on screen', async () => {
  const { body } = await journal.client.call<JournalGraph>('GET', '/api/connections?limit=1');
  await journal.client.call('DELETE', `/api/anecdotes/${body.data.ids[0]}`);
  await expect(page.getByText(`${count(SIZE - 1)} anecdotes in ${count(CHAINS)} chains`)).toBeVisible();
  await expect(graph()).toBeVisible();
});

test.describe('if the layout worker', () => {
  const SCRIPT = '**/layout-worker*.js';
  const notice = () => page.getByText("This browser couldn't lay the picture out in the background");

  test.beforeAll(() => page.clock.install());
  test.afterEach(() => page.unroute(SCRIPT));

  for (const [fails, answer] of [
    ['does not start', (route: Route) => route.abort()],
    ['throws', (route: Route) => route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("x")' })],
    ['never answers', (route: Route) => route.fulfill({ contentType: 'text/javascript', body: '' })],
  ] as const) {
    test(`${fails}, the graph is laid out in the page with a notice`, async () => {
      await page.route(SCRIPT, answer);
      await page.reload();
      await expect
        .poll(async () => {
          await page.clock.runFor(1_000);
          return graph().isVisible();
        })
        .toBe(true);
      await expect(notice()).toBeVisible();
      await expect(chainList().getByRole('group')).toHaveCount(LISTED);
    });
  }
});

test('a graph with too many anecdotes says which ones it shows', async () => {
  await page.route('**/api/connections*', async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '100');
    await route.continue({ url: url.href });
  });
  await page.reload();
  await expect(
    page.getByText(`Only the newest 100 of ${count(SIZE - 1)} connected anecdotes are shown. Filter to see others.`),
  ).toBeVisible();
  await expect(graph()).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});
