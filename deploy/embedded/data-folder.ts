import { accessSync, constants, mkdirSync } from 'node:fs';

/** Makes the folder for data where it is missing. Returns what is wrong when nothing can be written there. */
export function dataFolderError(folder: string): string | undefined {
  try {
    // Postgres does not run as root: its account must pass through.
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    return `Cannot write to ${folder}.`;
  }
}
