import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { openUnnamedFile } from '@anecdotes/contracts/server/unnamed-file';
import { createTextBuffer } from './text-buffer.ts';
import { COMPRESSION_LEVEL, type Packed } from './zip.ts';

const WRITTEN_AT_ONCE = 256 * 1024;

export type PackedFile = {
  /** Adds a text, which is kept in memory until `flush`. */
  add(text: string): void;
  /** Starts to compress what was added. Resolves when the texts of the flush before are compressed. */
  flush(): Promise<void>;
  /** Completes the file. What it returns can be read until `close`. */
  end(): Promise<Packed>;
  close(): Promise<void>;
};

/** A file whose text is added piece by piece, and kept compressed on the disk until it goes into the archive. */
export async function openPackedFile(): Promise<PackedFile> {
  const file = await openUnnamedFile();
  const deflate = createDeflateRaw({ level: COMPRESSION_LEVEL, chunkSize: WRITTEN_AT_ONCE });
  let [texts, others] = [createTextBuffer(WRITTEN_AT_ONCE), createTextBuffer(WRITTEN_AT_ONCE)];
  let compressing: Promise<unknown> = Promise.resolve();
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
  const flush = async () => {
    const bytes = texts.taken();
    crc = crc32(bytes, crc);
    size += bytes.length;
    const before = compressing;
    compressing = new Promise((resolve) => deflate.write(bytes, resolve));
    [texts, others] = [others, texts];
    await Promise.race([before, kept]);
  };
  return {
    add: (text) => texts.add(text),
    flush,
    async end() {
      await flush();
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
