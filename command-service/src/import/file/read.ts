import { read } from 'node:fs';
import { promisify } from 'node:util';
import { limits } from '@anecdotes/contracts';
import yauzl from 'yauzl';
import { type FileToRead, type FoundPart, UnreadableFile } from './found.ts';
import { ownJournal } from './own-journal.ts';

const ZIP = Buffer.from('PK\x03\x04');
const HEAD = 64;
const CHUNK = 64 * 1024;
const readFd = promisify(read);

/** What a file holds, part by part, whatever format it is. Throws UnreadableFile. */
export async function* readFound(file: FileToRead): AsyncGenerator<FoundPart> {
  const head = await bytesAt(file.fd, 0, HEAD);
  if (head.subarray(0, ZIP.length).equals(ZIP)) yield* archived(file);
  else if (/^(?:\uFEFF|\s)*\{/.test(head.toString('utf8'))) yield* journal(plain(file));
  else throw new UnreadableFile('This is no file that can be imported: it is neither an archive nor JSON');
}

async function* journal(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FoundPart> {
  for await (const found of ownJournal(unpacked(chunks))) yield { format: 'anecdotes', found };
}

async function* plain({ fd, bytes }: FileToRead): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < bytes; position += CHUNK) yield await bytesAt(fd, position, CHUNK);
}

async function bytesAt(fd: number, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await readFd(fd, Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** What is in an archive; names in it only say what is what, nothing is ever written under them. */
async function* archived({ fd }: FileToRead): AsyncGenerator<FoundPart> {
  try {
    const archive = await yauzl.fromFdPromise(fd, { autoClose: false });
    if (archive.entryCount > limits.importFiles) throw new UnreadableFile('The archive has too many files');
    for await (const entry of archive.eachEntry()) {
      if (!/(?:^|\/)journal\.json$/.test(entry.fileName)) continue;
      yield* journal(await archive.openReadStreamPromise(entry));
      return;
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('The archive is broken');
  }
  throw new UnreadableFile('The archive has no journal.json');
}

/** `chunks` up to the size that a file may have, whatever its header says. */
async function* unpacked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limits.importUnpackedBytes) throw new UnreadableFile('The file is too large');
    yield chunk;
  }
}
