import { accessSync, constants, mkdirSync } from 'node:fs';

/** Creates the data folder if it is missing. Returns an error sentence when nothing can be written there. */
export function dataFolderError(folder: string): string | undefined {
  try {
    // Postgres does not run as root: its own account must be able to enter this folder.
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    return `Cannot write to ${folder}.`;
  }
}
