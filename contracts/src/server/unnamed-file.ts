import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Opens a temporary file without a name, for this process only. It is gone once closed, however the process ends. */
export async function openUnnamedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `anecdotes-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
