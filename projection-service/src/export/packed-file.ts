import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { openUnnamedFile } from '@anecdotes/contracts/server/unnamed-file';
import { COMPRESSION_LEVEL, type Packed } from './zip.ts';

const WRITTEN_AT_ONCE = 64 * 1024;

export type PackedFile = {
  write(text: string): Promise<void>;
  /** Ends the writing. What is returned can be read until `close`. */
  end(): Promise<Packed>;
  close(): Promise<void>;
};

/** A text that is written piece by piece while others are, and kept compressed on the disk until its turn comes. */
export async function openPackedFile(): Promise<PackedFile> {
  const file = await openUnnamedFile();
  const deflate = createDeflateRaw({ level: COMPRESSION_LEVEL, chunkSize: WRITTEN_AT_ONCE });
  let crc = 0;
  let size = 0;
  let packedSize = 0;
  const kept = pipeline(deflate, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      packedSize += chunk.length;
      await file.appendFile(chunk);
    }
  });
  kept.catch(() => {});
  return {
    async write(text) {
      const bytes = Buffer.from(text);
      crc = crc32(bytes, crc);
      size += bytes.length;
      if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), kept]);
    },
    async end() {
      deflate.end();
      await kept;
      const read = () => file.createReadStream({ start: 0, autoClose: false });
      return { crc, size, packedSize, read };
    },
    async close() {
      deflate.destroy();
      await kept.catch(() => {});
      await file.close();
    },
  };
}
