import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded into a program by `--import`: watches how long its event loop is kept busy and how much memory it takes, and
 * tells the most of both since it was last asked.
 */
export type Watched = { readonly longestMs: number; readonly memoryMb: number };

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let memory = 0;
  setInterval(() => {
    memory = Math.max(memory, process.memoryUsage.rss());
  }, 20).unref();
  process.on('message', (message) => {
    if (message !== 'watched') return;
    process.send?.({ longestMs: delay.max / 1e6, memoryMb: memory / 2 ** 20 } satisfies Watched);
    delay.reset();
    memory = process.memoryUsage.rss();
  });
  process.channel?.unref();
}
