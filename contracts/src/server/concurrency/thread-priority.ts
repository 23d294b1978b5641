import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/*
 * Lower priorities for work that may take its time, so that requests are answered first while all processors are busy.
 * Only Linux has priorities of threads; elsewhere nothing changes.
 */

/** Lowers the priority of the calling thread. */
export function lowerThreadPriority(): void {
  lower(() => [basename(readlinkSync('/proc/thread-self'))]);
}

/** Lowers the priority of the threads of Node's pool, which start with the first work for them. */
export function lowerPoolPriority(): void {
  const isOfPool = (id: string) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8') === 'libuv-worker\n';
  lower(() => readdirSync('/proc/self/task').filter(isOfPool));
}

function lower(findThreads: () => string[]): void {
  if (process.platform !== 'linux') return;
  try {
    // On Linux, setpriority(2) accepts the id of a thread.
    for (const id of findThreads()) setPriority(Number(id), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox without /proc, or one that refuses: the work is done at the usual priority.
  }
}
