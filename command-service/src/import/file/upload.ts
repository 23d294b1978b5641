import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { limits, Problem } from '@anecdotes/contracts';
import { openUnnamedFile } from '@anecdotes/contracts/server/unnamed-file';

/** A file that came with a request, on the disk for as long as it is open, and under no name. */
export type Upload = {
  readonly file: FileHandle;
  readonly bytes: number;
  /** By its content two requests are told apart. */
  toJSON(): object;
};

/** Keeps `body` on the disk; the caller closes the file, and with that it is gone. Throws IMPORT_TOO_LARGE. */
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
