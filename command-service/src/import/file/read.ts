import { read } from 'node:fs';
import { promisify } from 'node:util';
import { type ImportFormat, limits } from '@anecdotes/contracts';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { dayOneEntry } from './day-one.ts';
import { type FileToRead, type Found, type FoundPart, UnreadableFile } from './found.ts';
import { type JsonItem, jsonItems } from './json-items.ts';
import { keepNote } from './keep.ts';
import { markdownFile } from './markdown.ts';
import { checkOwn, ownEntry } from './own-journal.ts';
import { plainText } from './plain-text.ts';
import { table } from './table.ts';
import { decoded, whole } from './texts.ts';

const ZIP = Buffer.from('PK\x03\x04');
const HEAD = 64;
const CHUNK = 64 * 1024;
/** Notes of an archive that are told together. */
const NOTES_AT_ONCE = 50;
const UNKNOWN = 'This JSON is no journal of Anecdotes or Day One';
const readFd = promisify(read);

/** What a file holds, part by part, whatever format it is. Throws UnreadableFile. */
export async function* readFound(file: FileToRead): AsyncGenerator<FoundPart> {
  const head = await bytesAt(file.fd, 0, HEAD);
  if (head.subarray(0, ZIP.length).equals(ZIP)) return yield* archived(file);
  const format = file.format ?? formatByName(file.name ?? '');
  if (format === 'csv') return yield* named('csv', table(texts(bounded(plain(file))), file));
  if (format === 'text') yield { format, found: plainText(await allText(file), file) };
  else if (format === 'markdown') {
    yield { format, found: [markdownFile(file.name ?? '', await allText(file), file.timeZone)] };
  } else if (/^(?:\uFEFF|\s)*\{/.test(head.toString('utf8'))) yield* journal(plain(file), file);
  else throw new UnreadableFile('This is no file that can be imported: it is neither an archive nor JSON');
}

function formatByName(name: string): ImportFormat | undefined {
  if (/\.(?:csv|tsv)$/i.test(name)) return 'csv';
  if (/\.(?:md|markdown)$/i.test(name)) return 'markdown';
  return /\.te?xt$/i.test(name) ? 'text' : undefined;
}

async function allText(file: FileToRead): Promise<string> {
  return decoded(await whole(plain(file), limits.importTextBytes));
}

/** A journal in JSON, ours or that of another program, as its first field tells. */
async function* journal(chunks: AsyncIterable<Uint8Array>, { timeZone }: FileToRead): AsyncGenerator<FoundPart> {
  let format: ImportFormat | undefined;
  let isOwn = false;
  for await (const items of jsonItems(bounded(chunks), ['format', 'version', 'anecdotes.*', 'trash.*', 'entries.*'])) {
    const found: Found[] = [];
    for (const item of items) {
      format ??= item.path === 'entries' ? 'day-one' : 'anecdotes';
      isOwn ||= item.path === 'format';
      if (item.path === 'format' || item.path === 'version') checkOwn(item);
      else if (format === 'anecdotes' && !isOwn) throw new UnreadableFile(UNKNOWN);
      else found.push(...foundIn(format, item, timeZone));
    }
    if (format !== undefined) yield { format, found };
  }
  if (format === undefined) throw new UnreadableFile(UNKNOWN);
}

function foundIn(format: ImportFormat, item: JsonItem, timeZone: string): Found[] {
  if (format === 'day-one') return item.path === 'entries' ? dayOneEntry(item, timeZone) : [];
  return item.path === 'entries' ? [] : [ownEntry(item)];
}

async function* plain({ fd, bytes }: FileToRead): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < bytes; position += CHUNK) yield await bytesAt(fd, position, CHUNK);
}

async function bytesAt(fd: number, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await readFd(fd, Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** What is in an archive; names in it only say what is what, nothing is ever written under them. */
async function* archived(file: FileToRead): AsyncGenerator<FoundPart> {
  try {
    const archive = await yauzl.fromFdPromise(file.fd, { autoClose: false });
    if (archive.entryCount > limits.importFiles) throw new UnreadableFile('The archive has too many files');
    const entries: Entry[] = [];
    for await (const entry of archive.eachEntry()) {
      if (/(?:\.json|\.md)$/i.test(entry.fileName) && !entry.fileName.startsWith('__MACOSX/')) entries.push(entry);
    }
    yield* journalsIn(archive, entries, file);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('The archive is broken');
  }
}

async function* journalsIn(archive: ZipFile, entries: readonly Entry[], file: FileToRead): AsyncGenerator<FoundPart> {
  const { timeZone } = file;
  const matching = (pattern: RegExp) => entries.filter(({ fileName }) => pattern.test(fileName));
  const [own] = matching(/(?:^|\/)journal\.json$/);
  const notes = matching(/(?:^|\/)Keep\/[^/]+\.json$/);
  const others = matching(/^[^/]+\.json$|^[^/]+\/[^/]+\.json$/);
  const texts = matching(/\.md$/i);
  if (own !== undefined) yield* journal(await archive.openReadStreamPromise(own), file);
  else if (notes.length > 0) {
    yield* noteParts('keep', archive, notes, (path, text) => keepNote(path, text, timeZone));
  } else if (others.length > 0) {
    for (const other of others) yield* journal(await archive.openReadStreamPromise(other), file);
  } else if (texts.length > 0) {
    yield* noteParts('markdown', archive, texts, (path, text) => [markdownFile(path, text, timeZone)]);
  } else throw new UnreadableFile('The archive has nothing that is known here');
}

async function* noteParts(
  format: ImportFormat,
  archive: ZipFile,
  entries: readonly Entry[],
  read: (path: string, text: string) => Found[],
): AsyncGenerator<FoundPart> {
  let bytes = 0;
  for (let from = 0; from < entries.length; from += NOTES_AT_ONCE) {
    const found: Found[] = [];
    for (const entry of entries.slice(from, from + NOTES_AT_ONCE)) {
      const content = await whole(await archive.openReadStreamPromise(entry));
      bytes += content.length;
      if (bytes > limits.importUnpackedBytes) throw new UnreadableFile('The file is too large');
      found.push(...noteIn(entry.fileName, content, read));
    }
    yield { format, found };
  }
}

function noteIn(path: string, content: Uint8Array, read: (path: string, text: string) => Found[]): Found[] {
  try {
    return read(path, decoded(content));
  } catch (error) {
    return [{ at: path, message: error instanceof UnreadableFile ? error.message : 'Cannot be read' }];
  }
}

async function* named(format: ImportFormat, parts: AsyncIterable<readonly Found[]>): AsyncGenerator<FoundPart> {
  for await (const found of parts) yield { format, found };
}

async function* texts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new UnreadableFile('The text is not in UTF-8') : error;
  }
}

/** `chunks` up to the size that a file may have, whatever its header says. */
async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limits.importUnpackedBytes) throw new UnreadableFile('The file is too large');
    yield chunk;
  }
}
