import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Mounts a new disk in memory, with a `size` as mount takes it. Returns its folder; undefined if that is not allowed.
 */
export function mountDisk(size: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'anecdotes-disk-'));
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmdirSync(folder);
    return undefined;
  }
}

export function unmountDisk(folder: string): void {
  execFileSync('/bin/umount', [folder]);
  rmdirSync(folder);
}

/** Writes zeros to `file` until there is no room left. */
export function fill(file: string): void {
  const target = openSync(file, 'w');
  try {
    for (const block of [1 << 20, 1 << 12]) {
      const zeros = Buffer.alloc(block);
      try {
        for (;;) if (writeSync(target, zeros) < block) break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(target);
  }
}
