import { mkdtemp, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@anecdotes/contracts/server/make-folder';

/** Creates the data folder if it is missing. Returns an error sentence when nothing can be written there. */
export async function dataFolderError(folder: string): Promise<string | undefined> {
  try {
    // Postgres does not run as root: its own account must be able to enter this folder.
    await makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
    // Not all file systems refuse root in their permissions, so something is written.
    await rmdir(await mkdtemp(join(folder, '.writable-')));
    return undefined;
  } catch {
    return `Cannot write to ${folder}.`;
  }
}
