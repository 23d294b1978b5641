import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The suffix of a file's name until the file is complete. */
export const UNFINISHED = '.new';

/** Writes a file in `folder` under a temporary name, flushes it and then renames it. Leaves nothing when it fails. */
export async function writeWhole(
  folder: string,
  name: string,
  body: (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  const draft = join(folder, `${name}.${randomUUID().slice(0, 8)}${UNFINISHED}`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await body(async (chunk) => {
        for (let from = 0; from < chunk.length; ) from += (await file.write(chunk, from)).bytesWritten;
      });
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, join(folder, name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  const directory = await open(folder, 'r');
  await directory.sync().finally(() => directory.close());
}
