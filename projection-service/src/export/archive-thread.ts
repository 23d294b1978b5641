import { once } from 'node:events';
import { type MessagePort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '@anecdotes/contracts/server/concurrency/thread-priority';
import type { ArchiveThread, ListName } from './archive.ts';
import { inChunks } from './chunks.ts';
import { exportRowOf } from './exported-row.ts';
import { journalItemOf, journalJson } from './journal-json.ts';
import { markdownOf, markdownPath } from './markdown.ts';
import { openPackedFile } from './packed-file.ts';
import { spreadsheet } from './spreadsheet.ts';
import { webPage } from './web-page.ts';
import { createZip } from './zip.ts';

/*
 * Makes the files of an export while its rows arrive, all in one pass. The file of each anecdote goes into the archive
 * at once; the page, the journal and the table grow in separate files and are added at the end.
 */
const SENT_AT_ONCE = 512 * 1024;
/** In characters of the rows as they arrive; the texts made of them are longer. */
const FLUSHED_AFTER = 512 * 1024;

lowerThreadPriority();
const { head, figures, lists, reading, writing } = workerData as ArchiveThread;
const at = new Date(head.exported_at);

/** Sends a message and returns the answer. */
async function ask<Answer>(
  port: MessagePort,
  message: unknown,
  transferred: readonly ArrayBuffer[] = [],
): Promise<Answer> {
  port.postMessage(message, transferred);
  const [answer] = await once(port, 'message');
  return answer;
}

/** The items of a list, page by page; the next page is requested while one is used. */
async function* itemsOf(list: ListName): AsyncGenerator<readonly string[]> {
  const next = () => ask<readonly string[] | undefined>(reading, list);
  let coming = next();
  for (;;) {
    const items = await coming;
    if (items === undefined) return;
    coming = next();
    yield items;
  }
}

/** The memory for the next chunk; that of the last one is being sent meanwhile. */
let free = Promise.resolve(new Uint8Array(SENT_AT_ONCE));
const output = inChunks(SENT_AT_ONCE, async (chunk) => {
  const next = await free;
  free = ask<Uint8Array<ArrayBuffer>>(writing, chunk, [chunk.buffer]);
  return next;
});
const zip = createZip(output.add, at);
const [page, journal, sheet] = [webPage(figures, at), journalJson(head), spreadsheet];
const [html, json, csv] = [await openPackedFile(), await openPackedFile(), await openPackedFile()];

html.add(page.begin());
json.add(journal.begin() + journal.beginList('anecdotes'));
csv.add(sheet.begin());
let unflushed = 0;
for await (const items of itemsOf('anecdotes')) {
  for (const item of items) {
    const row = exportRowOf(item);
    html.add(page.row(row));
    json.add(journal.item(journalItemOf(row)));
    csv.add(sheet.row(row));
    zip.addText(`markdown/${markdownPath(row)}`, markdownOf(row));
    unflushed += item.length;
    if (unflushed < FLUSHED_AFTER) continue;
    await Promise.all([html.flush(), json.flush(), csv.flush(), zip.flush()]);
    unflushed = 0;
  }
}
html.add(page.end());
json.add(journal.endList());
for (const list of lists) {
  if (list === 'anecdotes') continue;
  json.add(journal.beginList(list));
  for await (const items of itemsOf(list)) {
    for (const item of items) json.add(journal.item(item));
    await json.flush();
  }
  json.add(journal.endList());
}
json.add(journal.end());
for (const [name, file] of Object.entries({ 'index.html': html, 'journal.json': json, 'anecdotes.csv': csv })) {
  await zip.addPacked(name, await file.end());
  await file.close();
}
await zip.end();
await output.end();
await free;
reading.close();
writing.close();
