import { inflateSync } from 'node:zlib';
import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { holdCalls } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let journal: Journal;
let page: Page;
let last: AnecdoteView;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
});

test.afterAll(() => journal?.close());

async function printedPages(): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

/** The number of texts that are drawn on each printed page. */
async function printedTexts(): Promise<number[]> {
  // A page whose media were set before is printed as if for those.
  await page.emulateMedia({ media: null });
  const objects = (await page.pdf({ format: 'A4' })).toString('latin1').split('\nendobj\n');
  const pages = objects.filter((object) => object.includes('/Type /Page\n'));
  return pages.map((object) => {
    const start = `${/\/Contents (\d+) 0 R/.exec(object)?.[1]} 0 obj\n`;
    const contents = objects.find((other) => other.startsWith(start)) ?? '';
    const stream = contents.slice(contents.indexOf('stream\n') + 'stream\n'.length);
    const operators = inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
    return operators.match(/T[jJ]\n/g)?.length ?? 0;
  });
}

test('long anecdotes are printed one after the other, not each on a page of its own', async () => {
  const longerThanOnePage = 'It rained, and the tram was late again. '.repeat(130);
  for (let number = 0; number < 3; number++) await journal.write(longerThanOnePage);
  await journal.go('/dashboard');
  await expect(page.getByRole('article')).toHaveCount(3);
  const pages = await printedPages();
  expect(pages).toBeGreaterThan(3);
  expect(pages).toBeLessThan(6);
});

test('the print command of the browser prints the search results that are on the screen', async () => {
  await journal.write('Herons by the canal.', { tags: ['birds'] });
  await journal.write('Nothing.', { location: 'Where the herons are' });
  await journal.go('/dashboard?q=herons');
  await expect(page.getByRole('article')).toHaveCount(2);
  const release = await holdCalls(page, /^GET \/anecdotes\?/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article')).toHaveText([/^Nothing\./, /^Herons/]);
  await expect(page.getByText('of 2 anecdotes.')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await release();
});

test('the anecdotes below the map are printed also before the page has had time to show them', async () => {
  await journal.write('A lantern at the pier.', { coordinates: { lat: 47.37, lng: 8.54, address: null } });
  await page.addInitScript(() => {
    // React schedules deferred rendering by messages of a port.
    const post = MessagePort.prototype.postMessage as (this: MessagePort, ...message: unknown[]) => void;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      if (!('isBusy' in globalThis)) post.apply(this, message);
    };
  });
  const release = await holdCalls(page, /^GET \/anecdotes\/cursor\?.*bbox=/);
  const asked = page.waitForRequest(/bbox=/);
  await journal.go('/dashboard?view=geo');
  await asked;
  await page.evaluate(() => Object.assign(globalThis, { isBusy: true }));
  await release();
  await expect
    .poll(() =>
      page.evaluate(() => {
        window.dispatchEvent(new Event('beforeprint'));
        return document.querySelector('[aria-labelledby="in-sight"] article')?.textContent;
      }),
    )
    .toContain('A lantern at the pier.');
});

test('the colours of tags are printed', async () => {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main')).toHaveCSS('print-color-adjust', 'exact');
  await page.emulateMedia({ media: 'screen' });
});

test('a change is printed in one piece', async () => {
  await journal.go('/activity');
  await expect(page.getByRole('main').getByRole('listitem').first()).toHaveCSS('break-inside', 'avoid');
});

test('the buttons of the entry form are not printed over its text, and no empty page follows', async () => {
  await journal.go('/entry');
  const text = page.getByRole('textbox', { name: 'What happened?' });
  await text.fill('It rained.\n'.repeat(60));
  expect(await printedTexts()).not.toContain(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await text.fill('');
});

test('the text of a long draft is printed from the first page on', async () => {
  const text = page.getByRole('textbox', { name: 'What happened?' });
  await text.fill('It rained, and the tram was late again. '.repeat(200));

  const onFirst = (await printedTexts())[0] ?? 0;
  expect(onFirst).toBeGreaterThan(1_000);
  await text.fill('');
});

test('the landing page is printed without an empty page', async ({ product }) => {
  await page.goto(`${product.address}/`);
  expect(await printedTexts()).not.toContain(0);
});

test('a graph is printed below its heading, on the same page', async () => {
  last = await journal.write('The first of many.');
  for (let number = 0; number < 40; number++) {
    last = await journal.write(`The next, number ${number}.`, { connected_to: last.id });
  }
  await journal.go('/dashboard?view=graph');
  const image = page.getByRole('img', { name: 'Graph of all connections' });
  await expect(page.getByRole('button', { name: 'Fit All' })).toBeVisible();
  // What an A4 page has inside its margins, upright and across.
  for (const [width, height] of [
    [672, 986],
    [986, 672],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ media: 'print' });
    await expect(image.locator('circle')).toHaveCount(41);
    const box = await image.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY)).toBeLessThan(height);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('a chain of forty is printed in lines, with words that can be read', async () => {
  await page.setViewportSize({ width: 672, height: 986 });
  await journal.go(`/visualization/${last.id}`);
  const image = page.getByRole('img', { name: 'Connection diagram' });
  await expect(page.getByRole('button', { name: 'Fit All' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(image.locator('svg')).toHaveCount(5);
  const words = await image.locator('text').last().boundingBox();
  expect(words?.height).toBeGreaterThan(8);
  await page.emulateMedia({ media: 'screen' });
});
