import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { ArchivePlan, ListName, ThreadAnswer, ThreadMessage } from './archive.ts';
import { inChunks } from './chunks.ts';
import { exportRowOf, journalAnecdoteOf } from './exported-row.ts';
import { journalJson } from './journal-json.ts';
import { markdownOf, markdownPath } from './markdown.ts';
import { openPackedFile } from './packed-file.ts';
import { spreadsheet } from './spreadsheet.ts';
import { webPage } from './web-page.ts';
import { createZip } from './zip.ts';

/*
 * Makes the files of an export while its rows come, once for all of them. A file for each anecdote goes into the archive
 * at once; the page, the journal and the table grow beside them and follow.
 */
const SENT_AT_ONCE = 512 * 1024;

if (parentPort === null) throw new Error('This runs in a thread of its own');
const port = parentPort;
const { head, figures, lists } = workerData as ArchivePlan;
const at = new Date(head.exported_at);

async function ask(message: ThreadMessage, transferred: readonly ArrayBuffer[] = []): Promise<ThreadAnswer> {
  port.postMessage(message, transferred);
  const [answer] = await once(port, 'message');
  return answer;
}

async function* itemsOf(list: ListName): AsyncGenerator<readonly string[]> {
  for (let items = await ask(list); items !== undefined; items = await ask(list)) yield items;
}

const output = inChunks(SENT_AT_ONCE, async (chunk) => {
  await ask(chunk, [chunk.buffer]);
});
const zip = createZip(output.add, at);
const [page, journal, sheet] = [webPage(figures, at), journalJson(head), spreadsheet];
const files = {
  'index.html': await openPackedFile(),
  'journal.json': await openPackedFile(),
  'anecdotes.csv': await openPackedFile(),
};

await files['index.html'].write(page.begin());
await files['journal.json'].write(journal.begin() + journal.beginList('anecdotes'));
await files['anecdotes.csv'].write(sheet.begin());
for await (const items of itemsOf('anecdotes')) {
  const rows = items.map(exportRowOf);
  await Promise.all([
    files['index.html'].write(page.rows(rows)),
    files['journal.json'].write(journal.items(rows.map((row) => JSON.stringify(journalAnecdoteOf(row))))),
    files['anecdotes.csv'].write(sheet.rows(rows)),
  ]);
  for (const row of rows) await zip.add(`markdown/${markdownPath(row)}`, Buffer.from(markdownOf(row)));
}
await files['index.html'].write(page.end());
await files['journal.json'].write(journal.endList());
for (const list of lists) {
  if (list === 'anecdotes') continue;
  await files['journal.json'].write(journal.beginList(list));
  for await (const items of itemsOf(list)) await files['journal.json'].write(journal.items(items));
  await files['journal.json'].write(journal.endList());
}
await files['journal.json'].write(journal.end());
for (const [name, file] of Object.entries(files)) {
  await zip.addPacked(name, await file.end());
  await file.close();
}
await zip.end();
await output.end();
port.postMessage('end' satisfies ThreadMessage);
