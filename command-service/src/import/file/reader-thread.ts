import { parentPort, workerData } from 'node:worker_threads';
import { type FileToRead, UnreadableFile } from './found.ts';
import { readFound } from './read.ts';

/*
 * Reads a file in a thread of its own, whose memory is bounded: what a hostile file costs, it costs here. Sends the next
 * part whenever it is asked for one.
 */
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
