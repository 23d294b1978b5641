import { isMainThread } from 'node:worker_threads';

/*
 * Loaded into a program by `--import`: measures the processor time that its event loop uses between two runs of a
 * timer, and the memory of the program, and sends the maximum of both since the last request. (Wall-clock time would
 * depend on how busy the machine is.)
 */
export type Watched = { readonly longestMs: number; readonly memoryMb: number };

const EVERY_MS = 5;

if (isMainThread && process.send) {
  let [longest, memory] = [0, 0];
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, user + system);
    memory = Math.max(memory, process.memoryUsage.rss());
  }, EVERY_MS).unref();
  process.on('message', (message) => {
    if (message !== 'watched') return;
    process.send?.({ longestMs: longest / 1e3, memoryMb: memory / 2 ** 20 } satisfies Watched);
    [longest, memory] = [0, process.memoryUsage.rss()];
  });
  process.channel?.unref();
}
