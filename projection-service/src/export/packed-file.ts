import { constants, crc32, deflateRawSync } from 'node:zlib';
import { openUnnamedFile } from '@anecdotes/contracts/server/unnamed-file';
import { createTextBuffer } from './text-buffer.ts';
import { COMPRESSION_LEVEL, type Packed } from './zip.ts';

const TEXTS_AT_ONCE = 256 * 1024;
const READ_AT_ONCE = 256 * 1024;

export type PackedFile = {
  /** Adds a text, which is kept in memory until `flush`. */
  add(text: string): void;
  /** Compresses what was added. */
  flush(): Promise<void>;
  /** Completes the file. What it returns can be read until `close`. */
  end(): Promise<Packed>;
  close(): Promise<void>;
};

/** A file whose text is added piece by piece, and kept compressed on the disk until it goes into the archive. */
export async function openPackedFile(): Promise<PackedFile> {
  const file = await openUnnamedFile();
  const texts = createTextBuffer(TEXTS_AT_ONCE);
  let crc = 0;
  let size = 0;
  let packedSize = 0;
  const compress = async (finishFlush: number) => {
    const bytes = texts.taken();
    crc = crc32(bytes, crc);
    size += bytes.length;
    const packed = deflateRawSync(bytes, { level: COMPRESSION_LEVEL, finishFlush });
    packedSize += packed.length;
    await file.appendFile(packed);
  };
  return {
    add: (text) => texts.add(text),
    // The compressed pieces make one stream: each but the last ends at a byte, and not the stream.
    flush: () => compress(constants.Z_SYNC_FLUSH),
    async end() {
      await compress(constants.Z_FINISH);
      const read = () => file.createReadStream({ start: 0, autoClose: false, highWaterMark: READ_AT_ONCE });
      return { crc, size, packedSize, read };
    },
    close: () => file.close(),
  };
}
