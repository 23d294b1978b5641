import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lowers the priority of the calling thread, so that requests are answered first while all processors are busy. Only
 * Linux has priorities of threads; elsewhere nothing changes.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    // On Linux, setpriority(2) accepts the id of a thread.
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox without /proc, or one that refuses: the work is done at the usual priority.
  }
}
