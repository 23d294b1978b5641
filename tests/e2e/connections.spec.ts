import { readFile } from 'node:fs/promises';
import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { tagColour } from '../../web/src/anecdote/tag-colour.ts';
import { expectAccessible, liveUpdateTimeout, withAbortedCalls } from '../support/browser.ts';
import { discardComposition, pressWhileComposing } from '../support/input-method.ts';
import { type Journal, keepLoggedIn, openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';
import { openWithoutWebGl, writeBranchedChain } from './branched-chain.ts';
import { pictureOf } from './canvas-picture.ts';
import { type ColouredChain, chainOfSeven, writeColouredChain } from './coloured-chain.ts';

test.describe.configure({ mode: 'serial' });

let address: string;
let journal: Journal;
let page: Page;
let first: AnecdoteView;
let middle: AnecdoteView;
let alone: AnecdoteView;

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  journal = await openJournal(browser, address);
  page = journal.page;
  ({ first, middle, alone } = await writeBranchedChain(journal));
});

test.afterAll(() => journal?.close());

function open(anecdote: AnecdoteView) {
  return journal.go(`/visualization/${anecdote.id}`);
}

function diagram() {
  return page.getByRole('application', { name: 'Connection diagram' });
}

function list() {
  return page.getByRole('region', { name: 'Connections as a list' });
}

function focused() {
  return page.locator(':focus');
}

test('the screen of connections needs a session', async ({ browser }) => {
  const stranger = await browser.newPage();
  await stranger.goto(`${address}/visualization/${middle.id}`);
  await expect(stranger).toHaveURL(/\/auth$/);
  await stranger.close();
});

test('the connections of an anecdote that is deleted elsewhere disappear until it is restored', async () => {
  await open(alone);
  await expect(page.getByText('No connected anecdotes')).toBeVisible();
  await journal.client.call('DELETE', `/api/anecdotes/${alone.id}`);
  await expect(page.getByRole('alert')).toContainText('Anecdote not found', liveUpdateTimeout);
  await journal.client.call('POST', `/api/anecdotes/${alone.id}/restore`);
  await expect(page.getByText('No connected anecdotes')).toBeVisible(liveUpdateTimeout);
});

test('the list of connections does not appear before the picture, which would push it away', async () => {
  const fresh = await page.context().newPage();
  await fresh.addInitScript(() => {
    new MutationObserver(() => {
      const isListed = document.querySelector('[aria-label="Connections as a list"]') !== null;
      if (isListed && !document.querySelector('figure')) document.documentElement.dataset.early = '';
    }).observe(document, { childList: true, subtree: true });
  });
  await fresh.goto(`${address}/visualization/${middle.id}`);
  await expect(fresh.getByRole('region', { name: 'Connections as a list' })).toBeVisible();
  await expect(fresh.locator('html')).not.toHaveAttribute('data-early');
  await fresh.close();
});

test('the chain on a card opens its connections, and Back returns', async () => {
  await journal.go('/dashboard');
  const anecdote = page.getByRole('article').filter({ hasText: 'No coffee after three.' });
  await anecdote.getByRole('link', { name: /^Anecdote 2 of 4/ }).click();
  await expect(page).toHaveURL(`${address}/visualization/${middle.id}`);
  await expect(page).toHaveTitle('Anecdote Visualization · Anecdotes');
  await expect(page.getByRole('heading', { name: 'Anecdote Visualization' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('link', { name: /^Anecdote \d+ of \d+/ })).toHaveCount(4);
  const unlinked = page.getByRole('article').filter({ hasText: 'Nothing came' });
  await expect(unlinked).toBeVisible();
  await expect(unlinked.getByRole('link', { name: /^Anecdote \d+ of \d+/ })).toHaveCount(0);
});

test('cards with connections request nothing for their diagrams until hovered or focused', async () => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/connections/.test(request.url())) asked.push(request.url());
  });
  await journal.go('/dashboard');
  const diagrams = page.getByRole('link', { name: /^Anecdote \d+ of \d+/ });
  await expect(diagrams).toHaveCount(4);
  const branched = page.getByRole('link', { name: 'Anecdote 2 of 4, 1 branch. View connections' });
  await expect(branched.locator('circle')).toHaveCount(4);
  await expect(branched.locator('path')).toHaveCount(3);
  expect(asked).toEqual([]);
  await branched.locator('circle').nth(2).hover({ force: true });
  const tooltip = page.locator('[data-side][role]').filter({ hasText: 'A headache, but a small one.' });
  await expect(tooltip).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(tooltip).toBeHidden();
  await page.getByRole('article').filter({ hasText: 'No coffee after three.' }).focus();
  await page.keyboard.press('Tab');
  await branched.focus();
  await expect(tooltip).toContainText('Slept badly.');
  await expectAccessible(page);
  expect(asked.filter((url) => !url.includes(middle.id))).toEqual([]);
  page.removeAllListeners('request');
});

test('Back leads to the journal when the history is empty', async ({ browser }) => {
  const context = await browser.newContext();
  const fresh = await context.newPage();
  await keepLoggedIn(fresh, journal.client);
  await fresh.goto(`${address}/visualization/${middle.id}`);
  await fresh.getByRole('button', { name: 'Back' }).click();
  await expect(fresh).toHaveURL(/\/dashboard$/);
  await context.close();
});

test('a message is shown while the connections are loading', async () => {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/connections', async (route) => {
    await held;
    await route.continue();
  });
  await open(middle);
  await expect(page.getByText('Loading visualization...')).toBeVisible();
  letThrough();
  await expect(diagram()).toBeVisible();
  await page.unroute('**/connections');
});

test('a chain or timeline that is too long to show in full says so', async () => {
  const notice = page.getByText('This chain is too long to show in full');
  await open(middle);
  await expect(diagram()).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.route(/\/(connections|timeline)$/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    Object.assign(json.data, { complete: false, total_connections: 1_500 });
    await route.fulfill({ response, json });
  });
  await page.reload();
  await expect(notice).toBeVisible();
  await page.goto(`${address}/timeline/${middle.id}`);
  await expect(page.getByText('This timeline has 1,501 anecdotes, too many to show at once.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

test('the links are also shown as a list', async () => {
  await open(middle);
  await expect(list().getByRole('heading')).toHaveText(['What came before', 'This anecdote', 'What came after']);
  await expect(list().getByRole('link')).toHaveText([/Slept badly/, /No coffee/, /until the light/, /A headache/]);
});

test.describe('the diagram', () => {
  let chain: ColouredChain;
  const colour = (name: string) => chain.colour(name);
  const look = () => chain.look(diagram());
  const spotOf = (name: string) => chain.spotOf(diagram(), name);
  const zoom = () => page.getByRole('status').filter({ hasText: ' %' });
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

  test.beforeAll(async () => {
    chain = await writeColouredChain(journal, chainOfSeven, (name) =>
      name === 'right end' ? `${hostile} the ${name} of it` : `The ${name} of a chain of seven.`,
    );
    await journal.go(`/visualization/${chain.of('root').id}`);
    await expect(diagram()).toBeVisible();
    await expect.poll(async () => Object.keys((await look()).spots).length).toBe(chainOfSeven.length);
  });

  test('draws every anecdote in its layer and every link as a line', async () => {
    const { spots, between, paper } = await look();
    const at = (name: string) => spots[colour(name)] ?? { x: 0, y: 0, pixels: 0 };
    for (const [name] of chainOfSeven) expect(at(name).pixels, name).toBeGreaterThan(60);
    const layers = [['root'], ['trunk'], ['left', 'middle', 'right'], ['left end', 'right end']];
    for (const [index, layer] of layers.entries()) {
      const x = at(layer[0] ?? '').x;
      for (const name of layer) expect(Math.abs(at(name).x - x), name).toBeLessThan(3);
      if (index > 0) expect(x).toBeGreaterThan(at(layers[index - 1]?.[0] ?? '').x + 60);
    }
    expect(at('left').y + 60).toBeLessThan(at('middle').y);
    expect(at('middle').y + 60).toBeLessThan(at('right').y);
    expect(between).not.toContain(paper);
  });

  test('has a list beside it with the same anecdotes', async () => {
    await expect(list().getByRole('link')).toHaveText(
      ['root', 'trunk', 'left', 'middle', 'right', 'left end', 'right end'].map(
        (name) => new RegExp(`the ${name} of`, 'i'),
      ),
    );
  });

  test('shows the whole text and tags of the anecdote under the pointer and highlights its links; Escape hides the text', async () => {
    const before = await look();
    const box = await diagram().boundingBox();
    const spot = await spotOf('trunk');
    await page.mouse.move((box?.x ?? 0) + spot.x, (box?.y ?? 0) + spot.y);
    const tooltip = page.locator('[data-side][role]').filter({ hasText: 'The trunk of a chain of seven.' });
    await expect(tooltip).toBeVisible();
    await expect(tooltip).toContainText(chain.of('trunk').tags[0] ?? '-');
    await expectAccessible(page);
    const lit = async () => (await look()).between.map((line, index) => line !== before.between[index]);
    await expect.poll(lit).toEqual([true, true, true, true, false, false]);
    await diagram().focus();
    await page.keyboard.press('Escape');
    await expect(tooltip).toBeHidden();
    await page.mouse.move(0, 0);
  });

  test('can be zoomed from 100 % to 200 %, which doubles the distances', async () => {
    const apart = async () => (await spotOf('middle')).x - (await spotOf('trunk')).x;
    const before = await apart();
    await expect(page.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
    await page.getByRole('button', { name: 'Full window' }).click();
    await expect(page.getByRole('button', { name: 'Zoom out' })).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Full window' })).toBeVisible();
    await diagram().focus();
    await page.keyboard.press('Home');
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('+');
    await page.keyboard.press('Escape');
    await expect(zoom()).toHaveText('200%');
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeDisabled();
    await expect.poll(async () => Math.abs((await apart()) - 2 * before)).toBeLessThan(3);
    await page.getByRole('button', { name: 'Fit All' }).click();
    await expect(zoom()).toHaveText('100%');
    expect(Math.abs((await apart()) - before)).toBeLessThan(2);
  });

  test('is navigated with the arrow keys, which announce each anecdote', async () => {
    await diagram().focus();
    await page.keyboard.press('Home');
    const said = page.getByRole('status').filter({ hasText: 'of a chain of seven' });
    await page.keyboard.press('ArrowRight');
    await expect(said).toHaveText(/^What came after\. The trunk/);
    await page.keyboard.press('ArrowRight');
    await expect(said).toHaveText(/The middle/);
    await page.keyboard.press('ArrowUp');
    await expect(said).toHaveText(/The left of/);
    await page.keyboard.press('Home');
    await expect(said).toHaveText(/^This anecdote\. The root/);
  });

  test('fades what does not match the search in it, until Escape', async () => {
    const find = page.getByRole('textbox', { name: 'Find in picture' });
    await find.fill('END OF');
    await expect(page.getByText('2 found')).toBeVisible();
    const faded = async () => Object.keys((await look()).spots);
    await expect.poll(async () => (await faded()).sort()).toEqual([colour('left end'), colour('right end')].sort());
    await find.press('Escape');
    await expect.poll(async () => (await faded()).length).toBe(chainOfSeven.length);
    await page.getByRole('button', { name: 'Full window' }).click();
    await find.focus();
    await pressWhileComposing(page, 'に', 'Escape');
    await discardComposition(page);
    await page.getByRole('button', { name: 'Leave full window' }).click();
  });

  test('can be saved as SVG and PNG, with all texts as plain text', async () => {
    const saved = async (kind: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Save as ${kind}` }).click(),
      ]);
      return readFile(await download.path());
    };
    const svg = (await saved('SVG')).toString();
    expect(svg.match(/<circle/g)).toHaveLength(chainOfSeven.length);
    expect(svg.match(/<line/g)).toHaveLength(chainOfSeven.length - 1);
    expect(svg).toContain('&lt;img src=x…');
    expect(svg).not.toMatch(/<img|<script|foreignObject| on\w+=/);
    expect((await saved('PNG')).subarray(1, 4).toString()).toBe('PNG');
    expect(await page.title()).toBe('Anecdote Visualization · Anecdotes');
  });

  test('opens an anecdote on click, and in a new tab on a click with Ctrl', async () => {
    const spot = await spotOf('left');
    const opened = page.context().waitForEvent('page', { timeout: 10_000 });
    await diagram().click({ position: { x: spot.x, y: spot.y }, modifiers: ['Control'] });
    const tab = await opened;
    await expect(tab).toHaveURL(new RegExp(`/anecdotes/${chain.of('left').id}$`));
    await tab.close();
    await expect(page).toHaveURL(/\/visualization\//);
    // Right after the other click, the picture takes this one for a double click.
    await expect(async () => {
      await diagram().click({ position: { x: spot.x, y: spot.y } });
      await expect(page).toHaveURL(new RegExp(`/anecdotes/${chain.of('left').id}$`), { timeout: 1_000 });
    }).toPass();
  });
});

test.describe('without WebGL', () => {
  const drawn = () => page.getByRole('navigation', { name: 'Connection diagram' });
  let pageBefore: Page;

  test.beforeAll(async ({ browser }) => {
    pageBefore = page;
    page = await openWithoutWebGl(browser, journal);
    await page.goto(`${address}/visualization/${middle.id}`);
  });

  test.afterAll(async () => {
    await page.context().close();
    page = pageBefore;
  });

  test('a simpler diagram says so and orders its layers from left to right', async () => {
    await expect(page.getByText("This browser can't draw with WebGL, so you see a simpler picture.")).toBeVisible();
    const dots = drawn().getByRole('link');
    await expect(dots).toHaveCount(4);
    const places = await dots.evaluateAll((all) => all.map((dot) => Math.round(dot.getBoundingClientRect().left)));
    expect(places[0]).toBeLessThan(places[1] ?? 0);
    expect(places[1]).toBeLessThan(places[2] ?? 0);
    expect(places[2]).toBe(places[3]);
    await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true');
  });

  test('the simpler diagram is navigated with arrow keys, shows whole texts, and Enter opens an anecdote', async () => {
    await drawn().getByRole('link').nth(1).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(focused()).toHaveAccessibleName(/What came before\. Slept badly\. Coffee at five/);
    const tooltip = page.locator('[data-side] p').filter({ hasText: 'and I know better.' });
    await expect(tooltip).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(tooltip).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(focused()).toHaveAccessibleName(/A headache/);
    await page.keyboard.press('Home');
    await expect(focused()).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/anecdotes/${middle.id}$`));
  });
});

test('From the very beginning shows every branch', async () => {
  await open(middle);
  await page.getByRole('link', { name: 'From the very beginning' }).click();
  await expect(page).toHaveURL(new RegExp(`/visualization/${first.id}$`));
  await expect(list().getByRole('link')).toHaveCount(4);
});

test('an anecdote without connections says so and offers to continue it', async () => {
  await open(alone);
  await expect(page.getByRole('heading', { name: 'No connected anecdotes' })).toBeVisible();
  await expect(page.getByText('Nothing came of this one.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue this' }).click();
  await expect(page).toHaveURL(new RegExp(`/entry\\?link=${alone.id}`));
});

test('an unknown anecdote shows an error, and a failed call can be repeated', async () => {
  await journal.go('/visualization/0198a000-0000-7000-8000-000000000000');
  await expect(page.getByRole('alert')).toContainText('Anecdote not found');
  await expectAccessible(page);
  await withAbortedCalls(page, '/anecdotes/*/connections', async () => {
    await open(middle);
    await expect(page.getByRole('alert')).toContainText('Failed to load the connections', { timeout: 15_000 });
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(diagram()).toBeVisible();
});

test('a deleted root is shown as a deleted anecdote until it is restored', async () => {
  await journal.client.call('DELETE', `/api/anecdotes/${first.id}`);
  await open(middle);
  await expect(list().getByRole('listitem').first()).toHaveText('A deleted anecdote');
  await expect(list().getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page);
  await journal.go(`/timeline/${middle.id}`);
  await expect(page.getByText('This continues a deleted anecdote.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Anecdote 2 of 4/ })).toBeVisible();
  await journal.go(`/entry?edit=${middle.id}`);
  await expect(page.getByRole('combobox', { name: /^Connect to/ })).toHaveValue('A deleted anecdote');
  await journal.client.call('POST', `/api/anecdotes/${first.id}/restore`);
  await expect(page.getByRole('combobox', { name: /^Connect to/ })).toHaveValue(/Slept badly/);
  await open(middle);
  await expect(list().getByRole('listitem').first()).toHaveText(/^Slept badly/);
  await expect(list().getByRole('listitem')).toHaveCount(4);
});

test('a timeline leaves out its anecdote when that is deleted elsewhere, until it is restored', async () => {
  const shown = page.getByRole('article').filter({ hasText: middle.description });
  await journal.go(`/timeline/${middle.id}`);
  await expect(shown).toHaveCount(1);
  await expect(page.getByRole('article')).toHaveCount(4);
  await journal.client.call('DELETE', `/api/anecdotes/${middle.id}`);
  await expect(shown).toHaveCount(0, liveUpdateTimeout);
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByText(/too many to show at once/)).toHaveCount(0);
  await journal.client.call('POST', `/api/anecdotes/${middle.id}/restore`);
  await expect(shown).toHaveCount(1, liveUpdateTimeout);
});

test('on a phone the diagram shows the anecdote, and nothing is wider than the screen', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(middle);
  await expect(diagram()).toBeInViewport();
  const own = tagColour(middle.tags[0]);
  await expect.poll(async () => Object.keys((await pictureOf(diagram(), { colours: [own] })).spots)).toEqual([own]);
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
