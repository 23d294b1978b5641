import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file that only this process can read, under no name: it is gone when it is closed, however the process ends. */
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
