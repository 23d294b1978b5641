import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives this run a folder of its own for temporary files, in all programs that it starts from now on. Returns what
 * removes it with everything that killed programs left there.
 */
export function useOwnTemp(): () => void {
  // A socket's path may have 103 characters on macOS, where the folder for temporary files takes half of them.
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  // What one program or thread has compiled, the next one need not.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compile-cache');
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
