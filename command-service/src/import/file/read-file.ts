import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Problem } from '@anecdotes/contracts';
import type { FileToRead, FoundPart } from './found.ts';
import type { Upload } from './upload.ts';

const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };
const LONGEST_MS = 180_000;

export type ReadOptions = Omit<FileToRead, 'fd' | 'bytes'>;

type Answer = FoundPart | 'end' | { readonly unreadable: string };

/**
 * Reads a file in a separate thread with limited memory and time. Throws IMPORT_UNREADABLE, which says why, and the
 * error of a thread that cannot run.
 */
export async function* readFile({ file, bytes }: Upload, options: ReadOptions): AsyncGenerator<FoundPart> {
  const thread = new Worker(new URL('reader-thread.ts', import.meta.url), {
    workerData: { fd: file.fd, bytes, ...options } satisfies FileToRead,
    resourceLimits: MEMORY,
  });
  const answers = on(thread, 'message', { signal: AbortSignal.timeout(LONGEST_MS), close: ['exit'] });
  const next = async (): Promise<Answer> => {
    thread.postMessage('next');
    try {
      const { value } = await answers.next();
      return value?.[0] ?? { unreadable: '' };
    } catch (error) {
      if (!isExhausted(error)) throw error;
      return { unreadable: 'It takes too much time or memory to read' };
    }
  };
  try {
    for (let answer = await next(); answer !== 'end'; answer = await next()) {
      if ('unreadable' in answer) throw unreadable(answer.unreadable);
      yield answer;
    }
  } finally {
    await thread.terminate();
  }
}

/** True of the error of a thread that used up its time or its memory. */
function isExhausted(error: unknown): boolean {
  const { name, code } = error as NodeJS.ErrnoException;
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function unreadable(reason: string): Problem {
  return new Problem('IMPORT_UNREADABLE', reason === '' ? {} : { message: `This file cannot be read. ${reason}.` });
}
