import { rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file unless there is one, because another start was faster. Writes it whole or, if the disk is full, not at
 * all; mode 600.
 */
export function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    rmSync(file, { force: true });
    throw error;
  }
}
