import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives this run a folder of its own for temporary files, in all programs that it starts from now on. Returns a
 * function that removes it with everything that killed programs left there.
 */
export function useOwnTemp(): () => void {
  // A short name: a socket's path may have 103 characters on macOS, where the folder for temporary files takes half.
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  // Programs and threads share compiled code.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compile-cache');
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
