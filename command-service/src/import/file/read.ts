import { read } from 'node:fs';
import { promisify } from 'node:util';
import { type ImportFormat, limits } from '@anecdotes/contracts';
import { readArchive } from './archive.ts';
import { type FileToRead, type FoundPart, TableNotInUtf8, UnreadableFile } from './found.ts';
import { bounded, readJournal } from './journal.ts';
import { markdownFile } from './markdown.ts';
import { plainText } from './plain-text.ts';
import { table } from './table.ts';
import { decoded, whole } from './texts.ts';
import { unreadFields } from './unread-fields.ts';

const ZIP = Buffer.from('PK\x03\x04');
const HEAD = 64;
const CHUNK = 64 * 1024;
const readFd = promisify(read);

/** The entries of a file of any supported format, part by part. Throws UnreadableFile. */
export async function* readFound(file: FileToRead): AsyncGenerator<FoundPart> {
  const head = await bytesAt(file.fd, 0, HEAD);
  if (head.subarray(0, ZIP.length).equals(ZIP)) return yield* readArchive(file);
  const format = file.format ?? formatByName(file.name ?? '');
  if (format === 'csv') yield* table(() => texts(bounded(plain(file))), file);
  else if (format === 'text') yield { format, found: plainText(await allText(file), file) };
  else if (format === 'markdown') {
    const unread = unreadFields();
    const found = markdownFile(file.name ?? '', await allText(file), file.timeZone, unread);
    yield { format, found: [...found, ...unread.problems()] };
  } else if (/^\s*\{/.test(head.toString('utf8'))) yield* readJournal(plain(file), file);
  else
    throw new UnreadableFile(
      'It is neither an archive nor JSON, and its name does not end like that of a Markdown file, a table or a text',
    );
}

function formatByName(name: string): ImportFormat | undefined {
  if (/\.(?:csv|tsv)$/i.test(name)) return 'csv';
  if (/\.(?:md|markdown)$/i.test(name)) return 'markdown';
  return /\.te?xt$/i.test(name) ? 'text' : undefined;
}

async function allText(file: FileToRead): Promise<string> {
  return decoded(await whole(plain(file), limits.importTextBytes));
}

async function* plain({ fd, bytes }: FileToRead): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < bytes; position += CHUNK) yield await bytesAt(fd, position, CHUNK);
}

async function bytesAt(fd: number, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await readFd(fd, Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function* texts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new TableNotInUtf8() : error;
  }
}
