import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { JournalHead } from '@anecdotes/contracts';
import type { ExportFigures } from './rows.ts';

/** A list of `journal.json`, as its items come: those of the anecdotes for `exportRowOf`, the others as they are written. */
type Items = AsyncIterable<readonly string[]>;
export type ListName = 'anecdotes' | 'trash' | 'history';

/** What an archive is made of, apart from what its lists hold. */
export type ArchivePlan = {
  readonly head: JournalHead;
  readonly figures: ExportFigures;
  readonly lists: readonly ListName[];
};

/** What the thread sends: the next bytes of the archive, or a list of which it wants the next items, or the end. */
export type ThreadMessage = Uint8Array | ListName | 'end';
/** What it is answered: the items, none after the last ones; nothing where it sent bytes. */
export type ThreadAnswer = readonly string[] | undefined;

const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32 };

/**
 * Writes an archive with these lists to `out` while they are read, in a thread of its own, and as fast as it is taken.
 * Leaves its end to the caller. Throws when `signal` fires or the other side of `out` goes away.
 */
export async function writeArchive(
  { head, figures }: Omit<ArchivePlan, 'lists'>,
  lists: Partial<Record<ListName, Items>>,
  { out, signal }: { out: Writable; signal: AbortSignal },
): Promise<void> {
  const closing = new AbortController();
  const close = () => closing.abort();
  out.once('close', close);
  const over = AbortSignal.any([signal, closing.signal]);
  const next = Object.fromEntries(Object.entries(lists).map(([name, items]) => [name, ahead(items)]));
  const names = Object.keys(lists) as ListName[];
  const thread = new Worker(new URL('archive-thread.ts', import.meta.url), {
    workerData: { head, figures, lists: names } satisfies ArchivePlan,
    resourceLimits: MEMORY,
  });
  const failed = once(thread, 'exit', { signal: over }).then(() => Promise.reject(new Error('The thread ended')));
  failed.catch(() => {});
  try {
    for (;;) {
      const [message]: ThreadMessage[] = await Promise.race([once(thread, 'message', { signal: over }), failed]);
      if (message === 'end') break;
      let answer: ThreadAnswer;
      if (message instanceof Uint8Array) await written(out, message, over);
      else if (message !== undefined) answer = await next[message]?.();
      thread.postMessage(answer);
    }
  } finally {
    out.off('close', close);
    await thread.terminate();
  }
}

async function written(out: Writable, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!out.write(bytes)) await once(out, 'drain', { signal });
}

/** Reads `items` one page ahead of what is asked for, once something was. */
function ahead(items: Items): () => Promise<readonly string[] | undefined> {
  const pages = items[Symbol.asyncIterator]();
  const read = () => {
    const page = pages.next();
    page.catch(() => {});
    return page;
  };
  let coming: Promise<IteratorResult<readonly string[]>> | undefined;
  return async () => {
    const { done, value } = await (coming ?? read());
    if (done) return undefined;
    coming = read();
    return value;
  };
}
