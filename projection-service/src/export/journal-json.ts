import type { HistoryEntry, JournalAnecdote, JournalHead, TrashedAnecdote } from '@anecdotes/contracts';

/** What a journal file holds, list by list, each in pages. */
export type JournalParts = {
  readonly anecdotes: AsyncIterable<readonly JournalAnecdote[]>;
  readonly trash?: AsyncIterable<readonly TrashedAnecdote[]> | undefined;
  readonly history?: AsyncIterable<readonly HistoryEntry[]> | undefined;
};

/** The text of `journal.json`, piece by piece: one item a line, so that versions of it can be compared. */
export async function* journalJson(head: JournalHead, parts: JournalParts): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, pages] of Object.entries(parts)) {
    if (pages === undefined) continue;
    yield `,\n${JSON.stringify(name)}: [`;
    let separator = '\n';
    for await (const items of pages) {
      if (items.length === 0) continue;
      yield separator + items.map((item) => JSON.stringify(item)).join(',\n');
      separator = ',\n';
    }
    yield '\n]';
  }
  yield '}\n';
}
