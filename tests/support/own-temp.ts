import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder in memory, which Linux has. */
const MEMORY = '/dev/shm';
/** Far more than the databases of a run take: 400 of 10 MB each, and the server's log. */
const ENOUGH_BYTES = 8 * 2 ** 30;

/**
 * Gives this run a folder of its own for temporary files, in all programs that it starts from now on: in memory if
 * enough is free and TMPDIR names no other place. Returns a function that removes it with everything that killed
 * programs left there.
 */
export function useOwnTemp(): () => void {
  // A short name: a socket's path may have 103 characters on macOS, where the folder for temporary files takes half.
  const folder = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), 'tests-'));
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  // Programs and threads share compiled code.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compile-cache');
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // Also when the run is interrupted, because what remained would take memory until the next start of the system.
  process.once('exit', remove);
  return remove;
}

/**
 * Whether the folder in memory has room for a run and leaves as much for programs. There a database, which has hundreds
 * of files, is copied in a tenth of the processor time that some file systems take.
 */
function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return false;
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory() / 2) > ENOUGH_BYTES;
  } catch {
    return false;
  }
}
