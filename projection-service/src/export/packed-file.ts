import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { openUnnamedFile } from '@anecdotes/contracts/server/unnamed-file';
import { COMPRESSION_LEVEL, MOST_BYTES, type Packed } from './zip.ts';

const WRITTEN_AT_ONCE = 256 * 1024;

export type PackedFile = {
  /** Takes the next text. */
  add(text: string): void;
  /** Returns when more may be added. */
  ready(): Promise<void>;
  /** Ends the writing. What is returned can be read until `close`. */
  end(): Promise<Packed>;
  close(): Promise<void>;
};

/** A text that is written piece by piece while others are, and kept compressed on the disk until its turn comes. */
export async function openPackedFile(): Promise<PackedFile> {
  const file = await openUnnamedFile();
  const deflate = createDeflateRaw({ level: COMPRESSION_LEVEL, chunkSize: WRITTEN_AT_ONCE });
  let chunk = Buffer.allocUnsafe(WRITTEN_AT_ONCE);
  let used = 0;
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
  /** Ends the chunk and begins another one of at least `length` bytes. */
  const next = (length: number) => {
    const bytes = chunk.subarray(0, used);
    crc = crc32(bytes, crc);
    size += used;
    deflate.write(bytes);
    chunk = Buffer.allocUnsafe(Math.max(length, WRITTEN_AT_ONCE));
    used = 0;
  };
  return {
    add(text) {
      const most = MOST_BYTES * text.length;
      if (used + most > chunk.length) next(most);
      used += chunk.write(text, used);
    },
    async ready() {
      if (deflate.writableNeedDrain) await Promise.race([once(deflate, 'drain'), kept]);
    },
    async end() {
      next(0);
      deflate.end();
      await kept;
      const read = () => file.createReadStream({ start: 0, autoClose: false, highWaterMark: WRITTEN_AT_ONCE });
      return { crc, size, packedSize, read };
    },
    async close() {
      deflate.destroy();
      await kept.catch(() => {});
      await file.close();
    },
  };
}
