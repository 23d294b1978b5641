import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lets everything else on this machine go before the calling thread, for long work beside people's calls. On Linux only:
 * elsewhere threads have no priority of their own.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without /proc, or where a sandbox forbids it, the work is done all the same.
  }
}
