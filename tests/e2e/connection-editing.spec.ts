import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, liveUpdateTimeout } from '../support/browser.ts';
import { message } from '../support/dashboard-page.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';
import { type ColouredChain, chainOfSeven, writeColouredChain } from './coloured-chain.ts';

test.describe.configure({ mode: 'serial' });

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
/** The seven and a second chain, one of whose texts is a script payload. */
const links = [...chainOfSeven, ['other', undefined], ['payload', 'other']] as const;

let journal: Journal;
let page: Page;
let chain: ColouredChain;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  chain = await writeColouredChain(journal, links, (name) => (name === 'payload' ? hostile : `The ${name} of it.`));
  await journal.go(`/visualization/${chain.of('root').id}`);
  await expectDrawn(chainOfSeven.length);
  await page.getByRole('button', { name: 'Edit connections' }).click();
});

test.afterAll(() => journal?.close());

function diagram(): Locator {
  return page.getByRole('application');
}

async function expectDrawn(anecdotes: number): Promise<void> {
  await expect(diagram()).toBeVisible();
  await expect.poll(async () => Object.keys((await chain.look(diagram())).spots).length).toBe(anecdotes);
}

type Point = { x: number; y: number };

/** Where the dots of `one` and of `other` are on the page, read from one picture; for two names the middle of their link. */
async function placesOf(one: readonly string[], other: readonly string[]): Promise<[Point, Point]> {
  let spots: Readonly<Record<string, Point>> = {};
  await expect
    .poll(async () => {
      ({ spots } = await chain.look(diagram()));
      return [...one, ...other].every((name) => chain.colour(name) in spots);
    })
    .toBe(true);
  const box = await diagram().boundingBox();
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const placeOf = (names: readonly string[]) => {
    const found = names.map((name) => spots[chain.colour(name)]);
    const [x, y] = [mean(found.map((spot) => spot?.x ?? 0)), mean(found.map((spot) => spot?.y ?? 0))];
    return { x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y };
  };
  return [placeOf(one), placeOf(other)];
}

async function at(name: string): Promise<Point> {
  const [place] = await placesOf([name], []);
  return place;
}

/** Drags a dot onto another, or onto the link between two, without dropping it. */
async function drag(name: string, ...onto: readonly string[]): Promise<void> {
  const [from, to] = await placesOf([name], onto);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
}

async function drop(): Promise<void> {
  await page.mouse.up();
  await page.mouse.move(0, 0);
}

async function expectParents(parents: Readonly<Record<string, string | undefined>>): Promise<void> {
  for (const [name, parent] of Object.entries(parents))
    await expect.poll(() => chain.parentOf(name), name).toBe(parent);
}

/** Undoes the change that the message reports, and waits for the confirmation. */
async function undo(): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(message(page, 'Undone')).toBeVisible();
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test.describe('editing by mouse', () => {
  test('shows the tooltip of a dot within the picture, clear of the instructions above it', async () => {
    await page.setViewportSize({ width: 1280, height: 560 });
    const dot = await at('left');
    await page.mouse.move(dot.x, dot.y);
    const tip = diagram().locator('..').getByText('The left of it.', { exact: true });
    await expect(tip).toBeVisible();
    const below = () =>
      tip.evaluate((text) => {
        const top = (element: Element | null | undefined) => element?.getBoundingClientRect().top ?? 0;
        return top(text.parentElement) - top(document.querySelector('[role=application]'));
      });
    await expect.poll(below).toBeGreaterThanOrEqual(0);
    await page.mouse.move(0, 0);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test('does not drag an anecdote with the right button', async () => {
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    const [from, link] = await placesOf(['right end'], ['root', 'trunk']);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.up({ button: 'right' });
    await page.mouse.move(link.x, link.y, { steps: 6 });
    await page.mouse.click(link.x, link.y);
    await drag('right', 'middle');
    await drop();
    expect((await sent).url()).toContain(chain.of('right').id);
    await undo();
    await expectParents({ right: 'trunk' });
    await expectDrawn(chainOfSeven.length);
  });

  test('ends a drag without a drop when the button was released outside of the window', async () => {
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await drag('right end', 'root', 'trunk');
    const [link] = await placesOf(['root', 'trunk'], []);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...link, buttons: 0 });
    await devTools.detach();
    await drop();
    await drag('right', 'middle');
    await drop();
    expect((await sent).url()).toContain(chain.of('right').id);
    await undo();
    await expectParents({ right: 'trunk' });
    await expectDrawn(chainOfSeven.length);
  });

  test('refuses a loop before the drop and changes nothing', async () => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    await drag('trunk', 'left end');
    await expect(page.getByText('This connection would create a loop')).toBeVisible();
    await expectAccessible(page);
    await drop();
    await drag('root', 'trunk', 'left');
    await expect(page.getByText('This connection would create a loop')).toBeVisible();
    await drop();
    page.removeAllListeners('request');
    expect(sent).toEqual([]);
    await expectParents({ trunk: 'root', root: undefined, left: 'trunk' });
  });

  test('moves a branch that is dragged onto another, with all that continues it, and Undo moves it back', async () => {
    await drag('right', 'middle');
    await drop();
    await expectParents({ right: 'middle', 'right end': 'right' });
    const apart = async () => {
      const [right, middle] = await placesOf(['right'], ['middle']);
      return right.x - middle.x;
    };
    await expect.poll(apart, { message: 'a layer further' }).toBeGreaterThan(60);
    await undo();
    await expectParents({ right: 'trunk' });
    await expect.poll(async () => Math.abs(await apart())).toBeLessThan(3);
  });

  test('inserts an anecdote that is dropped on a connection, and one Undo takes back both changes', async () => {
    await drag('middle', 'root', 'trunk');
    await drop();
    await expect(message(page, 'Inserted between the two')).toBeVisible();
    await expectParents({ middle: 'root', trunk: 'middle' });
    await undo();
    await expectParents({ middle: 'trunk', trunk: 'root' });
    await expectDrawn(chainOfSeven.length);
  });
});

test.describe('inserting an anecdote', () => {
  /** Delays the answer to the first change of a link until `change` was made by another client. */
  const beforeItsAnswer = (change: () => Promise<unknown>) =>
    page.route(
      '**/api/anecdotes/*/parent',
      async (route) => {
        const response = await route.fetch();
        await change();
        await route.fulfill({ response });
      },
      { times: 1 },
    );
  const callFor = (method: string, name: string, path = '', body?: object) =>
    journal.client.call(method, `/api/anecdotes/${chain.of(name).id}${path}`, body);
  const connect = (name: string, parent: string) => callFor('PUT', name, '/parent', { parent: chain.of(parent).id });

  test.afterEach(() => page.getByRole('button', { name: 'Dismiss' }).click());

  test('changes nothing and shows an error if the second change is refused because another tab made it a loop', async () => {
    await beforeItsAnswer(() => connect('right end', 'left end'));
    await drag('right end', 'root', 'trunk');
    await drop();
    await expect(message(page, 'This connection would create a loop')).toBeVisible();
    await expectParents({ 'right end': 'right', trunk: 'root' });
    await expectDrawn(chainOfSeven.length);
  });

  test('undoes the first change and shows an error if another tab deleted the anecdote after it', async () => {
    await beforeItsAnswer(() => callFor('DELETE', 'trunk'));
    await drag('right end', 'root', 'trunk');
    await drop();
    await expect(message(page, 'Anecdote not found')).toBeVisible();
    await expectParents({ 'right end': 'right' });
    await expect(diagram()).toHaveCount(0);
    await callFor('POST', 'trunk', '/restore');
    await expectParents({ trunk: 'root' });
    await expectDrawn(chainOfSeven.length);
    await page.getByRole('button', { name: 'Edit connections' }).click();
  });

  test('reports a partial change if the first change cannot be undone any more', async () => {
    await beforeItsAnswer(() => callFor('DELETE', 'trunk'));
    await drag('middle', 'root', 'trunk');
    await drop();
    await expect(message(page, 'Only part of the change was made')).toBeVisible();
    await callFor('POST', 'trunk', '/restore');
    await connect('middle', 'trunk');
    await expectParents({ middle: 'trunk', trunk: 'root' });
    await expectDrawn(chainOfSeven.length);
  });
});

test.describe('editing by keyboard', () => {
  test.beforeEach(async () => {
    await diagram().focus();
    await press('Home', 'ArrowRight', 'ArrowRight');
  });

  test('connects the focused anecdote to another with C, and Undo takes it back', async () => {
    await press('c', 'ArrowUp', 'Enter');
    await expectParents({ middle: 'left' });
    await undo();
    await expectParents({ middle: 'trunk' });
  });

  test('inserts the focused anecdote before another with I, and one Undo takes back both changes', async () => {
    await press('i', 'ArrowLeft', 'ArrowLeft', 'Enter');
    await expect(page.getByText('Nothing comes before it')).toBeVisible();
    await press('ArrowRight', 'Enter');
    await expectParents({ middle: 'root', trunk: 'middle' });
    await undo();
    await expectParents({ middle: 'trunk', trunk: 'root' });
  });

  test('removes the connection of the focused anecdote with Delete, and Undo restores it', async () => {
    await press('Delete');
    await expectParents({ middle: undefined });
    await expectDrawn(chainOfSeven.length - 1);
    await undo();
    await expectParents({ middle: 'trunk' });
    await expectDrawn(chainOfSeven.length);
  });
});

test.describe('editing by touch', () => {
  const touch = (...path: readonly Point[]) => touchUntil('touchEnd', ...path);
  const touchUntil = async (end: 'touchEnd' | 'touchCancel', ...path: readonly Point[]) => {
    const finger = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | typeof end, touchPoints: readonly Point[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
    const [first, ...rest] = path;
    await send('touchStart', first ? [first] : []);
    for (const point of rest) await send('touchMove', [point]);
    await send(end, []);
    await finger.detach();
  };
  const halfway = (from: Point, to: Point) => ({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });

  test('moves a branch and inserts an anecdote by dragging, unless it is cancelled, and each can be undone', async () => {
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    const [left, end] = await placesOf(['left'], ['right end']);
    await touchUntil('touchCancel', left, halfway(left, end), end);
    const [from, to] = await placesOf(['right'], ['middle']);
    await touch(from, halfway(from, to), to);
    await expectParents({ right: 'middle' });
    expect((await sent).url()).toContain(chain.of('right').id);
    await undo();
    await expectParents({ right: 'trunk' });
    await expectDrawn(chainOfSeven.length);
    const [start, link] = await placesOf(['right end'], ['root', 'trunk']);
    await touch(start, halfway(start, link), link);
    await expectParents({ 'right end': 'root', trunk: 'right end' });
    await undo();
    await expectParents({ 'right end': 'right', trunk: 'root' });
    await expectDrawn(chainOfSeven.length);
  });

  test('selects an anecdote by a tap, removes or makes its connection by buttons, and each can be undone', async () => {
    await touch(await at('left end'));
    await expect(page.getByText('Selected: “The left e…”')).toBeVisible();
    await page.getByRole('button', { name: 'Remove connection' }).click();
    await expectParents({ 'left end': undefined });
    await undo();
    await expectParents({ 'left end': 'left' });
    await expectDrawn(chainOfSeven.length);
    await touch(await at('left end'));
    await page.getByRole('button', { name: 'Connect to…' }).click();
    await touch(await at('right end'));
    await expectParents({ 'left end': 'right end' });
    await undo();
    await expectParents({ 'left end': 'left' });
    await expectDrawn(chainOfSeven.length);
  });
});

test('another tab of the account shows a change and its Undo within a second', async () => {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  const listed = tab.getByRole('region', { name: 'Connections as a list' }).getByRole('link');
  await expect(listed).toHaveCount(chainOfSeven.length);
  const answered = () => page.waitForResponse((response) => response.request().method() !== 'GET');
  await diagram().focus();
  await press('Home', 'ArrowRight', 'ArrowRight');
  for (const [change, left] of [
    [() => press('Delete'), chainOfSeven.length - 1],
    [() => page.getByRole('button', { name: 'Undo' }).click(), chainOfSeven.length],
  ] as const) {
    await Promise.all([answered(), change()]);
    const since = Date.now();
    await expect(listed).toHaveCount(left, liveUpdateTimeout);
    test.info().annotations.push({ type: 'shown in the other tab after', description: `${Date.now() - since} ms` });
  }
  await tab.close();
  await expectParents({ middle: 'trunk' });
});

test.describe('editing in the graph of all connections', () => {
  test.beforeAll(async () => {
    await journal.go('/dashboard?view=graph');
    await diagram().scrollIntoViewIfNeeded();
    await expectDrawn(links.length);
  });

  test('shows a script payload as text in labels and tooltips', async () => {
    const title = await page.title();
    const { x, y } = await at('payload');
    await page.mouse.move(x, y);
    const tooltip = page.locator('[data-side][role]').filter({ hasText: hostile });
    await expect(tooltip).toBeVisible();
    await expect(tooltip.locator('img, script')).toHaveCount(0);
    await expectAccessible(page);
    expect(await page.title()).toBe(title);
    await page.mouse.move(0, 0);
  });

  test('connects one chain to another and inserts an anecdote into another chain, and each can be undone', async () => {
    await page.getByRole('button', { name: 'Edit connections' }).click();
    await drag('other', 'left end');
    await drop();
    await expectParents({ other: 'left end' });
    await expect(page.getByText('9 anecdotes in 1 chain')).toBeVisible();
    await undo();
    await expectParents({ other: undefined });
    await expect(page.getByText('9 anecdotes in 2 chains')).toBeVisible();
    await expectDrawn(links.length);
    await drag('payload', 'root', 'trunk');
    await drop();
    await expectParents({ payload: 'root', trunk: 'payload' });
    await undo();
    await expectParents({ payload: 'other', trunk: 'root' });
  });

  test('leaves a connection as it is if Undo is pressed after it was changed elsewhere', async () => {
    await drag('other', 'left end');
    await drop();
    await expectParents({ other: 'left end' });
    const path = `/api/anecdotes/${chain.of('other').id}/parent`;
    await journal.client.call('PUT', path, { parent: chain.of('root').id });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(message(page, 'The connection was changed again since, so it stays as it is')).toBeVisible();
    await expectParents({ other: 'root' });
  });

  test('ends in a past journal', async () => {
    const insert = page.getByRole('button', { name: 'Insert before…' });
    await expect(insert).toBeVisible();
    await page.getByRole('button', { name: 'As of a date' }).click();
    const dialog = page.getByRole('dialog', { name: 'As of a date' });
    await dialog.getByLabel('Date').fill(await page.evaluate(() => new Date().toLocaleDateString('sv')));
    await dialog.getByLabel('Time').fill('');
    await dialog.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/as_of=/);
    await expect(page.getByRole('region', { name: 'Chains as a list' })).toBeVisible();
    await expect(insert).toHaveCount(0);
  });
});
