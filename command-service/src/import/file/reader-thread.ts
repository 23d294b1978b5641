import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '@anecdotes/contracts/server/concurrency/thread-priority';
import { type FileToRead, UnreadableFile } from './found.ts';
import { readFound } from './read.ts';

/*
 * Reads a file in a separate thread with limited memory, so that a hostile file can harm only this thread. Sends the
 * next part for each message that it gets.
 */
lowerThreadPriority();
let asked = 0;
let wake = () => {};
parentPort?.on('message', () => {
  asked += 1;
  wake();
});

async function answer(message: unknown): Promise<void> {
  while (asked === 0) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  asked -= 1;
  parentPort?.postMessage(message);
}

try {
  for await (const part of readFound(workerData as FileToRead)) await answer(part);
  await answer('end');
} catch (error) {
  await answer({ unreadable: error instanceof UnreadableFile ? error.message : '' });
}
parentPort?.close();
