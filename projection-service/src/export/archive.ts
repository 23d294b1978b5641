import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { JournalHead } from '@anecdotes/contracts';
import type { ExportFigures } from './rows.ts';

/** The items of a list of `journal.json`, page by page: anecdotes as texts for `exportRowOf`, the others as JSON. */
type Items = AsyncIterable<readonly string[]>;
export type ListName = 'anecdotes' | 'trash' | 'history';

/** What an archive needs apart from the items of its lists. */
type ArchivePlan = { readonly head: JournalHead; readonly figures: ExportFigures };

/** What the thread receives. Each of its ports is used for one message and its answer at a time. */
export type ArchiveThread = ArchivePlan & {
  readonly lists: readonly ListName[];
  /** Receives the name of a list and answers with its next items, or with nothing after the last ones. */
  readonly reading: MessagePort;
  /** Receives the next bytes of the archive and answers with their memory when it may be used again. */
  readonly writing: MessagePort;
};

const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32 };

/**
 * Writes an archive with these lists to `out` while they are read, in a separate thread and as fast as `out` accepts
 * it. Does not end `out`. Throws when `signal` fires or the other side of `out` disconnects.
 */
export async function writeArchive(
  { head, figures }: ArchivePlan,
  lists: Partial<Record<ListName, Items>>,
  { out, signal }: { out: Writable; signal: AbortSignal },
): Promise<void> {
  const closing = new AbortController();
  const close = () => closing.abort();
  out.once('close', close);
  const over = AbortSignal.any([signal, closing.signal]);
  const pages = Object.fromEntries(Object.entries(lists).map(([name, items]) => [name, ahead(items)]));
  // The database finds the first rows while the thread starts.
  pages.anecdotes?.start();
  const [reading, writing] = [new MessageChannel(), new MessageChannel()];
  const given: ArchiveThread = {
    head,
    figures,
    lists: Object.keys(lists) as ListName[],
    reading: reading.port2,
    writing: writing.port2,
  };
  const thread = new Worker(new URL('archive-thread.ts', import.meta.url), {
    workerData: given,
    transferList: [given.reading, given.writing],
    resourceLimits: MEMORY,
  });
  const answered = Promise.race([
    answer<ListName>(reading.port1, async (list) => pages[list]?.next()),
    answer<Uint8Array<ArrayBuffer>>(writing.port1, async (bytes) => {
      await written(out, bytes);
      return new Uint8Array(bytes.buffer);
    }),
  ]);
  try {
    const [code] = await Promise.race([once(thread, 'exit', { signal: over }), answered]);
    if (code !== 0) throw new Error(`The thread that writes the archive exited with code ${code}`);
  } finally {
    out.off('close', close);
    await thread.terminate();
  }
}

/** Answers each message with what `answerOf` returns. Rejects with the error of `answerOf`, and never resolves. */
function answer<Message>(port: MessagePort, answerOf: (message: Message) => Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    port.on('message', (message: Message) => {
      answerOf(message).then((found) => {
        port.postMessage(found, found instanceof Uint8Array ? [found.buffer as ArrayBuffer] : []);
      }, reject);
    });
  });
}

/** Resolves when `bytes` may be changed. */
function written(out: Writable, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    out.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** Reads `items` one page ahead of what was requested, from the first call of `next` or `start` on. */
function ahead(items: Items) {
  const pages = items[Symbol.asyncIterator]();
  let coming: Promise<IteratorResult<readonly string[]>> | undefined;
  const start = (): void => {
    coming = pages.next();
    coming.catch(() => {});
  };
  return {
    start,
    async next(): Promise<readonly string[] | undefined> {
      if (coming === undefined) start();
      const result = await coming;
      if (result === undefined || result.done) return undefined;
      start();
      return result.value;
    },
  };
}
