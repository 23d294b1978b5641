import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { limits, Problem } from '@anecdotes/contracts';
import { openUnnamedFile } from '@anecdotes/contracts/server/unnamed-file';

/** A file that came with a request. It is on the disk only while it is open, and has no name there. */
export type Upload = {
  readonly file: FileHandle;
  readonly bytes: number;
  /** The hash of its content, by which two requests with the same idempotency key are compared. */
  toJSON(): object;
};

/** Writes `body` to the disk. The caller must close the file, which deletes it. Throws IMPORT_TOO_LARGE. */
export async function receive(body: Readable): Promise<Upload> {
  const file = await openUnnamedFile();
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limits.importBytes) throw new Problem('IMPORT_TOO_LARGE');
      hash.update(chunk);
      await file.appendFile(chunk);
    }
    const sha256 = hash.digest('hex');
    return { file, bytes, toJSON: () => ({ sha256 }) };
  } catch (error) {
    await file.close();
    throw error;
  }
}
