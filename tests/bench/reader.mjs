import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Reads `paths` in turn as the caller of `token`, one each `everyMs`, while `work` runs. Returns how many milliseconds
 * each read took from when it was due, and what `work` returned. A worker thread does the reads, so that `work` does
 * not delay them.
 */
export async function readDuring({ address, token }, { paths, everyMs }, work) {
  const reader = new Worker(new URL('reader-thread.mjs', import.meta.url), {
    workerData: { address, token, paths, everyMs },
  });
  const reading = once(reader, 'message');
  await Promise.race([once(reader, 'online'), reading]);
  const result = await work();
  reader.postMessage('end');
  const [took] = await reading;
  return { took, result };
}
