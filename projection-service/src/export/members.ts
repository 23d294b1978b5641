import type { HistoryEntry, HistoryPage, JournalAnecdote, JournalHead, TrashedAnecdote } from '@anecdotes/contracts';
import { journalJson } from './journal-json.ts';
import { markdownOf, markdownPath } from './markdown.ts';
import type { ExportFigures, ExportRow } from './rows.ts';
import { spreadsheet } from './spreadsheet.ts';
import { webPage } from './web-page.ts';
import type { Member } from './zip.ts';

type Rows = () => AsyncIterable<readonly ExportRow[]>;

export type Journal = {
  readonly head: JournalHead;
  readonly figures: ExportFigures;
  /** The same rows once for each form that they are written in. */
  readonly rows: { readonly page: Rows; readonly journal: Rows; readonly sheet: Rows; readonly markdown: Rows };
  readonly anecdoteOf: (row: ExportRow) => JournalAnecdote;
  readonly trash?: AsyncIterable<readonly TrashedAnecdote[]> | undefined;
  readonly history?: AsyncIterable<readonly HistoryEntry[]> | undefined;
};

/** The files of an export, in the order in which they are written; each is made while it is read. */
export async function* membersOf({ head, figures, rows, anecdoteOf, trash, history }: Journal): AsyncGenerator<Member> {
  yield { name: 'index.html', content: webPage(rows.page(), figures, new Date(head.exported_at)) };
  const anecdotes = mapped(rows.journal(), anecdoteOf);
  yield { name: 'journal.json', content: journalJson(head, { anecdotes, trash, history }) };
  yield { name: 'anecdotes.csv', content: spreadsheet(rows.sheet()) };
  for await (const page of rows.markdown()) {
    for (const row of page) yield { name: `markdown/${markdownPath(row)}`, content: markdownOf(row) };
  }
}

async function* mapped<From, To>(pages: AsyncIterable<readonly From[]>, map: (item: From) => To): AsyncGenerator<To[]> {
  for await (const page of pages) yield page.map(map);
}

/** The entries of a list that is read page by page. */
export async function* entriesOf(
  read: (cursor: string | undefined) => Promise<HistoryPage>,
): AsyncGenerator<readonly HistoryEntry[]> {
  let cursor: string | undefined;
  do {
    const { data, pagination } = await read(cursor);
    yield data;
    cursor = pagination.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
