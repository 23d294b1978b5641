import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JournalAnecdote, limits, type OperationView, problems as refusals } from '@anecdotes/contracts';
import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { expectAccessible, openPage, withAbortedCalls } from '../support/browser.ts';
import { logIn } from '../support/client.ts';
import { message, signIn } from '../support/dashboard-page.ts';
import { journalAnecdote, journalFile } from '../support/journal-files.ts';
import { newMember } from '../support/local-mails.ts';
import { answerWith, holdCalls, refusal, success, wordless } from '../support/made-up-answers.ts';
import { runningOperation } from '../support/operations.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';
import { cello, html, json, listing, type RedditServer, startReddit } from '../support/reddit-server.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const username = 'mara';
const password = 'rain against the hinge';
const invalid = 'Please enter a valid Reddit URL (e.g., https://www.reddit.com/r/subreddit/comments/postid/title/)';

let reddit: RedditServer;
let product: RunningProduct;
let page: Page;
const problems: string[] = [];

test.beforeAll(async ({ browser }) => {
  reddit = await startReddit();
  product = await startProduct(undefined, { REDDIT_BASE_URL: reddit.base });
  await newMember(product.address, username, password);
  page = await openPage(browser, problems);
});

test.afterAll(async () => {
  await product?.stop();
  await reddit?.close();
});

const url = () => page.getByLabel('Reddit Post URL');
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });

async function importPost(post: string): Promise<void> {
  await url().fill(reddit.addressOf(post));
  await press('Import from Reddit');
}

test('the import screen needs a session and opens after the log-in', async () => {
  await page.goto(`${product.address}/import`);
  await expect(page).toHaveURL(/\/auth$/);
  await signIn(page, username, password);
  await expect(page).toHaveURL(/\/import$/);
  // The cookie banner could cover the buttons of the form.
  await press('Decline');
});

test('the import screen explains what it does and how', async () => {
  await expect(page).toHaveTitle('Import Data · Anecdotes');
  await expect(page.getByRole('heading', { name: 'Import Data' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Import from Reddit' })).toBeVisible();
  await expect(page.getByText('stories from other platforms')).toBeVisible();
  await expect(page.getByText('Example: https://www.reddit.com/r/subreddit/comments/postid/title/')).toBeVisible();
  const howTo = page.getByRole('region', { name: 'How to import a post' });
  await expect(howTo.getByRole('listitem')).toHaveCount(5);
  // Beside the form that it is about.
  expect((await howTo.boundingBox())?.y).toBe(
    (await page.getByRole('region', { name: 'Import from Reddit' }).boundingBox())?.y,
  );
  await expect(page.getByText('The import includes the title, the content and the source URL')).toBeVisible();
  await expectAccessible(page);
});

test('an address that is not a post is refused before a call is sent', async () => {
  await press('Import from Reddit');
  await expect(alert('Please enter a Reddit URL')).toBeVisible();
  await url().fill('https://www.reddit.com/r/tram/');
  await url().press('Enter');
  await expect(alert(invalid)).toBeVisible();
  await expectAccessible(page);
  await press('Clear');
  await expect(url()).toHaveValue('');
  await expect(url()).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(reddit.asked).toEqual([]);
});

test('a post is imported into the journal and can be edited from the message', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  reddit.put('1abc', (response, request) => {
    void held.then(() => json(listing({ ...cello, id: '1abc' }))(response, request));
  });
  await importPost('1abc');
  await expect(page.getByRole('button', { name: 'Importing...' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear' })).toBeDisabled();
  release();
  await expect(page).toHaveURL(/\/dashboard$/);
  const message = page.getByRole('region', { name: 'Messages' });
  await expect(
    message.getByText("Post imported successfully. You'll find it under 2 Mar 2024, when it was posted."),
  ).toBeVisible();
  await expect(page.getByText('She asked if anybody minded.')).toBeVisible();
  await message.getByRole('button', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/entry\?edit=/);
  await expect(page.getByRole('textbox', { name: 'What happened?' })).toHaveValue(/^A cello on the tram\n\n/);
});

test('importing the same post again shows a link to its anecdote', async () => {
  await press('mara, account and settings');
  await page.getByRole('menuitem', { name: 'Import Data' }).click();
  await expect(page).toHaveURL(/\/import$/);
  await importPost('1abc');
  const known = alert('This post was already imported');
  await expect(known.locator('code')).toHaveText(/^[0-9a-f-]{36}$/);
  await expectAccessible(page);
  const id = (await known.locator('code').textContent()) ?? '';
  await known.getByRole('link', { name: 'Open the anecdote' }).click();
  await expect(page).toHaveURL(`${product.address}/entry?edit=${id}`);
});

test('a post that Reddit refuses to provide can be pasted', async () => {
  reddit.put('2abc', html(403));
  await page.goto(`${product.address}/import`);
  await importPost('2abc');
  await expect(alert('Failed to import from Reddit: Reddit refused to give us this post.')).toBeVisible();
  const byHand = page.getByRole('region', { name: 'Paste it yourself' });
  await expect(byHand.getByRole('link')).toHaveAttribute('href', reddit.addressOf('2abc'));
  await expectAccessible(page);
  await byHand.getByRole('button', { name: 'Save Anecdote' }).click();
  await expect(alert('Please enter the title of the post')).toBeVisible();
  await byHand.getByLabel('Title').fill('Pasted: a violin');
  await byHand.getByLabel('Text').fill('On the ferry, <b>this time</b>.');
  await byHand.getByLabel('Date').fill('2024-05-06');
  await byHand.getByLabel('Time').fill('09:15');
  await answerWith(page, /^POST \/reddit$/, wordless, async () => {
    await byHand.getByRole('button', { name: 'Save Anecdote' }).click();
    await expect(alert('Failed to save anecdote')).toBeVisible();
  });
  await byHand.getByRole('button', { name: 'Save Anecdote' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('On the ferry, <b>this time</b>.')).toBeVisible();
  await expect(page.getByText(reddit.addressOf('2abc'))).toBeVisible();
  await expect(page.getByText('6 May 2024').first()).toBeVisible();
});

test('a pasted post counts as imported', async () => {
  reddit.put('2abc', json(listing({ ...cello, id: '2abc' })));
  await page.goto(`${product.address}/import`);
  await importPost('2abc');
  await expect(alert('This post was already imported')).toBeVisible();

  reddit.put('6abc', html(403));
  await importPost('6abc');
  const byHand = page.getByRole('region', { name: 'Paste it yourself' });
  await byHand.getByLabel('Title').fill('A violin again');
  const client = await logIn(product.address, username, password);
  await client.call('POST', '/api/reddit', { url: reddit.addressOf('6abc'), post: { title: 'A violin' } });
  await byHand.getByRole('button', { name: 'Save Anecdote' }).click();
  await expect(byHand.getByRole('alert').filter({ hasText: 'This post was already imported' })).toBeVisible();
  await expect(byHand.getByLabel('Title')).toHaveValue('A violin again');
});

test('a post that was deleted on Reddit shows an error and cannot be pasted', async () => {
  reddit.put('3abc', json(listing({ ...cello, selftext: '[removed]' })));
  await page.goto(`${product.address}/import`);
  await importPost('3abc');
  await expect(alert('Failed to import from Reddit: This post was deleted on Reddit')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Paste it yourself' })).toHaveCount(0);
});

test('a failed call shows an error and keeps the address', async () => {
  await withAbortedCalls(page, '/reddit', async () => {
    await importPost('4abc');
    await expect(alert("Failed to import from Reddit: Can't reach the service.")).toBeVisible();
    await expect(url()).toHaveValue(reddit.addressOf('4abc'));
  });
  await answerWith(page, /^POST \/reddit$/, { json: { success: false, data: null, error: null } }, async () => {
    await press('Import from Reddit');
    await expect(page.getByRole('alert')).toHaveText('Import failed');
  });
  await press('Import from Reddit');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an import does not take a person away from the screen that they have opened in the meantime', async () => {
  const importWhileLeaving = async (button: string, outcome: RegExp) => {
    const release = await holdCalls(page, /^POST \/reddit$/);
    await press(button);
    await page.getByRole('link', { name: 'New Anecdote' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add New Anecdote');
    expect(await release()).toBe(1);
    await expect(message(page, outcome)).toBeVisible();
    await expect(page).toHaveURL(/\/entry$/);
  };
  reddit.put('8abc', html(403));
  await page.goto(`${product.address}/import`);
  await importPost('8abc');
  await page.getByLabel('Title').fill('A viola');
  await importWhileLeaving('Save Anecdote', /^Anecdote saved/);
  await page.goto(`${product.address}/import`);
  await url().fill(reddit.addressOf('7abc'));
  await importWhileLeaving('Import from Reddit', /^Post imported/);
});

test('markup in a title and a text is shown as plain text', async () => {
  const attack = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  reddit.put('5abc', json(listing({ ...cello, title: attack, selftext: `[x](javascript:alert(1)) ${attack}` })));
  await page.goto(`${product.address}/import`);
  await importPost('5abc');
  await expect(page.getByText(`[x](javascript:alert(1)) ${attack}`)).toBeVisible();
  await expect(page).toHaveTitle(/Anecdotes$/);
  expect(problems).toEqual([]);
});

test.describe('importing a file', () => {
  const mine = () => page.getByRole('region', { name: 'Import a file' });
  const said = (text: string) => mine().getByRole('status').getByText(text, { exact: true });
  const file = (...anecdotes: JournalAnecdote[]) => ({
    name: 'mine.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(journalFile(anecdotes))),
  });
  const attack = '<img src=x onerror="document.title=1">';
  const anecdotes = [
    journalAnecdote({ description: '# Rain on the ferry', tags: ['ferry', attack], location: attack }),
    journalAnecdote({ description: attack }),
  ];

  test('shows what it contains and what is left out before anything changes', async () => {
    await page.goto(`${product.address}/import`);
    // The names that the service knows.
    const names = '.zip,.json,.md,.markdown,.csv,.tsv,.txt,.text';
    await expect(mine().getByLabel('Choose a file').first()).toHaveAttribute('accept', names);
    const broken = journalAnecdote({ description: ' ' });
    await mine()
      .getByLabel('Choose a file')
      .setInputFiles(file(...anecdotes, broken));
    await expect(mine().getByText('2 anecdotes found', { exact: true })).toBeVisible();
    await expect(said('2 anecdotes found. 2 new. One thing is left out')).toHaveCount(1);
    await mine().getByText('One thing is left out', { exact: true }).click();
    await expect(mine().getByText('anecdotes[2]')).toBeVisible();
    await mine().getByText('The first 2').click();
    await expect(mine().getByText('Rain on the ferry', { exact: true })).toHaveAttribute('dir', 'auto');
    await expectAccessible(page);
  });

  test('adds its anecdotes, which can all be undone at once', async () => {
    await mine().getByRole('button', { name: 'Import 2 anecdotes' }).press('Enter');
    await expect(mine().getByText('2 anecdotes imported ·')).toBeVisible();
    await expect(said('2 anecdotes imported')).toHaveCount(1);
    await expectAccessible(page);
    const choose = mine().getByRole('button', { name: 'Choose a file' }).last();
    const choosing = page.waitForEvent('filechooser');
    await choose.press('Enter');
    await (await choosing).setFiles(file(...anecdotes));
    await expect(
      mine().getByText('Everything in this file is in your journal already.', { exact: true }),
    ).toBeVisible();
    await expect(said('2 anecdotes found. Everything in this file is in your journal already.')).toHaveCount(1);
    await expect(mine().getByRole('region', { name: 'mine.json' })).toBeFocused();
    await mine().getByRole('button', { name: 'Choose another file' }).press('Enter');
    await expect(choose.locator('..')).toBeFocused();
    await mine().getByRole('button', { name: 'Undo the import of mine.json' }).press('Enter');
    await expect(mine().getByRole('listitem').getByText('Undone')).toBeVisible();
    await expect(mine().getByRole('listitem').filter({ hasText: 'Undone' })).toBeFocused();
    expect(problems).toEqual([]);
  });

  test('in the background shows its progress, and can be paused, resumed, cancelled and undone', async () => {
    const operation = runningOperation({ kind: 'import', file: { name: 'large.json', format: 'anecdotes' } });
    const operations = [operation];
    const statusAfter = new Map<string, OperationView['status']>([
      ['pause', 'paused'],
      ['resume', 'running'],
      ['cancel', 'cancelled'],
    ]);
    const calls = /\/api\/operations/;
    await page.route(calls, (route) => {
      const status = statusAfter.get(route.request().url().split('/').at(-1) ?? '');
      operation.status = status ?? operation.status;
      return route.fulfill(success({ data: status ? operation : operations }));
    });
    await page.reload();
    const progress = mine().getByRole('progressbar', { name: 'Progress of the import' });
    await expect(progress).toHaveAttribute('value', '4200');
    // Screen readers say how it goes on, but not each number.
    await expect(said('Importing…')).toHaveCount(1);
    await expect(mine().getByRole('status').getByText(/\d/)).toHaveCount(0);
    await mine().getByRole('button', { name: 'Pause' }).press('Enter');
    await expect(mine().getByText('Paused at 4,200 of 20,000')).toBeVisible();
    await expect(said('Paused')).toHaveCount(1);
    await expectAccessible(page);
    // It is resumed in another tab, and the person returns to this one.
    operation.status = 'running';
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(mine().getByText('Importing: 4,200 of 20,000')).toBeVisible();
    await mine().getByRole('button', { name: 'Pause' }).press('Enter');
    await mine().getByRole('button', { name: 'Resume' }).press('Enter');
    await expect(mine().getByText('Importing: 4,200 of 20,000')).toBeVisible();
    await mine().getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(mine().getByText('4,200 anecdotes imported, cancelled ·')).toBeVisible();
    await expect(said('4,200 anecdotes imported, cancelled')).toHaveCount(1);
    await expect(progress).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    const undo = runningOperation({ kind: 'undo', file: operation.file, id: crypto.randomUUID() });
    operation.undone_by = undo.id;
    operations.unshift(undo);
    await page.reload();
    await expect(mine().getByText('Undoing: 4,200 of 20,000')).toBeVisible();
    await expect(mine().getByText('Being undone')).toBeVisible();
    undo.status = 'done';
    await expect(mine().getByText('Undone', { exact: true })).toHaveCount(2);
    await expect(said('Undone')).toHaveCount(1);
    await page.unroute(calls);
    await page.reload();
  });

  test('with a table uses the chosen columns and updates the preview', async () => {
    const buffer = Buffer.from('When;Note;Kind\n2026-03-02;Rain on the pier;wet\n2026-03-03;Sun on the pier;dry\n');
    await mine().getByLabel('Choose a file').setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer });
    await expect(
      mine().getByText('Please choose the columns that hold the text and the date.', { exact: true }),
    ).toBeVisible();
    await expectAccessible(page);
    await mine().getByLabel('Date, or date and time').selectOption('When');
    await expect(mine().getByText('2 anecdotes found', { exact: true })).toBeVisible();
    await mine().getByText('The first 2').click();
    await expect(mine().getByText('wet')).toHaveCount(0);
    await mine().getByLabel('Tags').selectOption('Kind');
    await expect(mine().getByText(/ · wet · New/)).toBeVisible();
    await expectAccessible(page);
    await mine().getByRole('button', { name: 'Import 2 anecdotes' }).press('Enter');
    await expect(mine().getByRole('button', { name: 'Undo the import of mine.csv' })).toBeVisible();
    const client = await logIn(product.address, username, password);
    const tags = async () => {
      const { body } = await client.call<{ tags: string[] }[]>('GET', '/api/anecdotes?search=pier');
      return body.data.map((anecdote) => anecdote.tags);
    };
    await expect.poll(tags).toEqual([['dry'], ['wet']]);
  });

  test('with a table reads the order of day and month from its dates, or as it is chosen', async () => {
    const buffer = Buffer.from('date;text\n03/04/2026 9:05;Fog on the pier\n05/06/2026;Hail on the pier\n');
    await mine().getByLabel('Choose a file').setInputFiles({ name: 'dates.csv', mimeType: 'text/csv', buffer });
    const order = mine().getByLabel('Dates like 03/04/2026');
    await expect(order.locator('option')).toHaveText(['Automatic', 'Day first', 'Month first']);
    await expect(order).toHaveValue('automatic');
    const hint = 'The dates do not show whether the day or the month is first. They are read with the day first.';
    await expect(order).toHaveAccessibleDescription(hint);
    await mine().getByText('The first 2').click();
    await expect(mine().getByText(/3 Apr(?:il)? 2026/)).toBeVisible();
    await expectAccessible(page);
    await answerWith(page, /^POST \/import\?.*dry_run/, refusal('Not now'), async () => {
      await order.selectOption('Day first');
      await expect(mine().getByRole('alert')).toHaveText('Not now');
    });
    await expect(mine().getByRole('button', { name: 'Import 2 anecdotes' })).toBeDisabled();
    await order.selectOption('Month first');
    await expect(mine().getByText(/4 Mar(?:ch)? 2026/)).toBeVisible();
    await expect(mine().getByText(hint)).toHaveCount(0);
    await mine().getByRole('button', { name: 'Import 2 anecdotes' }).press('Enter');
    await expect(mine().getByRole('button', { name: 'Undo the import of dates.csv' })).toBeVisible();
    const client = await logIn(product.address, username, password);
    const times = async () => {
      const { body } = await client.call<{ timestamp: string }[]>(
        'GET',
        '/api/anecdotes?search=pier&date_from=2026-03-04',
      );
      return body.data.map(({ timestamp }) => timestamp.slice(0, 10));
    };
    await expect.poll(times).toEqual(['2026-05-06', '2026-03-04']);
  });

  test('that cannot be uploaded shows whether the service or the file is the reason', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'import-'));
    const path = join(folder, 'mine.txt');
    writeFileSync(path, 'Rain on the bridge');
    await withAbortedCalls(page, '/import?*', async () => {
      await mine().getByLabel('Choose a file').setInputFiles(path);
      await expect(mine().getByRole('alert')).toContainText("Can't reach the service.");
      await expect(mine().getByText('cannot be read')).toHaveCount(0);
    });
    await mine().getByLabel('Choose a file').setInputFiles(path);
    await expect(mine().getByText('1 anecdote found', { exact: true })).toBeVisible();
    rmSync(folder, { recursive: true });
    const uploads: string[] = [];
    const note = (request: Request) => request.url().includes('/api/import?') && uploads.push(request.url());
    page.on('request', note);
    await mine().getByRole('button', { name: 'Import 1 anecdote' }).press('Enter');
    const message = page.getByRole('region', { name: 'Messages' });
    await expect(message.getByText('changed, moved or deleted since you chose it.')).toBeVisible();
    page.off('request', note);
    // Some browsers would wait for the bytes that are missing.
    expect(uploads).toEqual([]);
    await mine().getByRole('button', { name: 'Choose another file' }).press('Enter');
  });

  test('that is too large is refused without an upload', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'import-'));
    const path = join(folder, 'mine.zip');
    writeFileSync(path, '');
    truncateSync(path, limits.importBytes + 1);
    await withAbortedCalls(page, '/import?*', async () => {
      await mine().getByLabel('Choose a file').setInputFiles(path);
      await expect(mine().getByRole('alert')).toHaveText(refusals.IMPORT_TOO_LARGE.message);
    });
    rmSync(folder, { recursive: true });
  });

  /** Drops files with these names on `target`. */
  async function drop(target: Locator, ...names: string[]): Promise<void> {
    const dataTransfer = await page.evaluateHandle((names) => {
      const transfer = new DataTransfer();
      for (const name of names) transfer.items.add(new File(['Rain'], name));
      return transfer;
    }, names);
    await target.dispatchEvent('drop', { dataTransfer });
  }

  test('says that only one file can be dropped at a time', async () => {
    await drop(mine().getByText('or drop it here'), '2026-01-01.md', '2026-01-02.md');
    await expect(message(page, 'Only one file can be imported')).toBeVisible();
    await expect(mine().getByRole('button', { name: 'Choose a file' }).last()).toBeVisible();
  });

  test('that is dropped beside its place is read too, instead of being opened by the browser', async () => {
    await drop(page.getByRole('heading', { level: 1 }), '2026-01-01.md');
    await expect(page.getByRole('region', { name: '2026-01-01.md' }).getByText('1 anecdote found')).toBeVisible();
  });

  test('that is dropped during the report about another replaces it, unless that is being imported', async () => {
    await drop(page.getByRole('heading', { level: 1 }), '2026-01-02.md');
    await expect(page.getByRole('region', { name: '2026-01-02.md' }).getByText('1 anecdote found')).toBeVisible();
    await expect(page.getByRole('region', { name: '2026-01-01.md' })).toHaveCount(0);
    await answerWith(page, /^POST \/import/, refusal('Not now'), async () => {
      await drop(page.getByRole('heading', { level: 1 }), '2026-01-03.md');
      await expect(mine().getByRole('alert')).toHaveText('Not now');
      await expect(page.getByRole('region', { name: '2026-01-02.md' })).toHaveCount(0);
    });
    await drop(page.getByRole('heading', { level: 1 }), '2026-01-04.md');
    const release = await holdCalls(page, /^POST \/import\?(?!.*dry_run)/);
    await page.getByRole('button', { name: 'Import 1 anecdote' }).click();
    await expect(page.getByRole('button', { name: 'Importing…' })).toBeVisible();
    await drop(page.getByRole('heading', { level: 1 }), '2026-01-05.md');
    await expect(message(page, 'The import of a file is being started')).toBeVisible();
    expect(await release()).toBe(1);
    await expect(mine().getByRole('button', { name: 'Undo the import of 2026-01-04.md' })).toBeVisible();
  });

  test('marks its place while it is dragged over the page, and a text does not', async () => {
    const devTools = await page.context().newCDPSession(page);
    const marked = page.locator('[data-over]');
    const dragAcross = async (dragged: { files?: string[]; items: { mimeType: string; data: string }[] }) => {
      const data = { ...dragged, dragOperationsMask: 1 };
      for (const [type, y] of [['dragEnter', 20] as const, ...[20, 150, 300].map((y) => ['dragOver', y] as const)])
        await devTools.send('Input.dispatchDragEvent', { type, x: 300, y, data });
    };
    await dragAcross({ items: [{ mimeType: 'text/plain', data: 'Rain' }] });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    await expect(marked).toHaveCount(0);
    await dragAcross({ files: [import.meta.filename], items: [] });
    await expect(marked).toHaveCount(1);
    await page.dispatchEvent('body', 'dragleave');
    await expect(marked).toHaveCount(0);
    await devTools.detach();
  });

  test('that cannot be read shows the reason', async () => {
    const picture = { name: 'cat.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
    await mine().getByLabel('Choose a file').setInputFiles(picture);
    await expect(mine().getByRole('alert')).toContainText('neither an archive nor JSON');
    await expect(mine().getByLabel('Choose a file')).toHaveValue('');
  });
});
