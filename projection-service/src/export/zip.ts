import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import ZipStream from 'zip-stream';

/** A file in an archive: all of it, or piece by piece. */
export type Member = { readonly name: string; readonly content: string | AsyncIterable<string> };

/** Where archives are read is not where they are made: the time of their members is the export's. */
type Options = { readonly date: Date; readonly signal: AbortSignal };

/** Smaller ones are stored as they are: a stream that compresses them would cost more than they save. */
const COMPRESSED_FROM = 4_096;

/** Writes an archive of `members` to `out` while they are made, as fast as it is read. Ends `out`. */
export async function writeZip(
  members: AsyncIterable<Member>,
  out: Writable,
  { date, signal }: Options,
): Promise<void> {
  const zip = new ZipStream({ zlib: { level: 1 } });
  const adding = async () => {
    for await (const { name, content } of members) {
      const source = typeof content === 'string' ? Buffer.from(content) : Readable.from(content, { objectMode: false });
      const isStored = Buffer.isBuffer(source) && source.length < COMPRESSED_FROM;
      await new Promise<void>((resolve, reject) => {
        zip.entry(source, { name, date, store: isStored }, (error) => (error ? reject(error) : resolve()));
      });
      if (zip.writableNeedDrain) await once(zip, 'drain', { signal });
      signal.throwIfAborted();
    }
    zip.finalize();
  };
  await Promise.all([
    pipeline(zip, out, { signal }),
    adding().catch((error: Error) => {
      zip.destroy(error);
      throw error;
    }),
  ]);
}
