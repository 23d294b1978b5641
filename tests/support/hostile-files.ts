import { constants, crc32, deflateRawSync } from 'node:zlib';
import { createZip, type ZipWriter } from '@anecdotes/projection-service/export/zip';
import { journalAnecdote, journalFile } from './journal-files.ts';

/** A file that is made to harm the program that reads it. */
export type HostileFile = {
  /** The name of the file; its extension gives the format, as for an import. */
  readonly file: string;
  content(): Promise<Buffer>;
  /** Matches the message of the refusal. */
  readonly refusal: RegExp;
};

const MB = 2 ** 20;
const NULLS = Buffer.alloc(MB);
const head = '{"format":"anecdotes-journal","version":1,"anecdotes":[';
const anecdote = JSON.stringify(journalAnecdote({ id: '0197c000-0000-7000-8000-00000000000a' }));
const journal = JSON.stringify(journalFile([journalAnecdote({ description: 'Rain' })]));

/** Hostile files by description; with `isLarge` in the sizes of an attack, else small. */
export function hostileFiles(isLarge: boolean): Record<string, HostileFile> {
  const few = (large: number, small: number) => (isLarge ? large : small);
  const bytes = few(10_000 * MB, 20 * MB);
  const line = few(500 * MB, 3 * MB);
  return {
    ...(isLarge && longReads()),
    'an archive with a journal of zeros': zip(/broken|large/, (zip) => pack(zip, 'journal.json', '', NULLS, bytes)),
    'an archive with a journal of spaces': zip(/large/, (zip) => pack(zip, 'journal.json', '', spaces, bytes)),
    'an archive with an unknown list without an end': zip(/too many values|too early/, (zip) =>
      pack(zip, 'journal.json', '{"other":[', repeated('1,'), few(10_000 * MB, 3 * MB)),
    ),
    'an archive that says it holds 10 GB': zip(/broken|large/, (zip) => declared(zip, 10_000_000_000)),
    'an archive that says it holds less': zip(/broken/, (zip) => declared(zip, 10)),
    'an archive of archives': zip(/no files that can be imported/, async (zip) => {
      const inner = await zipped((inner) => pack(inner, 'a.zip', '', NULLS, few(1_000 * MB, MB)));
      await zip.add('a.zip', inner);
      await zip.add('b.zip', inner);
    }),
    'an archive with too many names': zip(/too many/, async (zip) => {
      for (let n = 0; n < few(1_000_000, 110_001); n += 1) await zip.add(`${n}.md`, Buffer.alloc(0));
    }),
    'an archive with two entries of one name': zip(/same name/, async (zip) => {
      for (const text of [journal, journal]) await zip.add('journal.json', Buffer.from(text));
    }),
    'an archive with a path outside of its folder': zip(/broken/, (zip) =>
      zip.add('../journal.json', Buffer.from(journal)),
    ),
    'an archive with an absolute path': zip(/broken/, (zip) => zip.add('/etc/journal.json', Buffer.from(journal))),
    'an archive with a Windows path': zip(/broken/, (zip) => zip.add('C:\\journal.json', Buffer.from(journal))),
    'an archive whose files overlap': { file: 'a.zip', refusal: /overlap/, content: overlapping },
    'JSON that is nested deeply': plain('a.json', /too deeply/, head, '[', few(1_000_000, 100_000)),
    'JSON with a long line': plain('a.json', /large/, `${head}{"description":"`, 'x', line),
    'an archive with a long line': zip(/large/, (zip) =>
      pack(zip, 'journal.json', `${head}{"description":"`, repeated('x'), line),
    ),
    'a table with a long cell': plain('a.csv', /broken|large|much/, 'text,date\n"', 'x', line / 2),
    'a table with many columns': plain('a.csv', /columns|much/, '', 'a,', few(1_000_000, 100_000)),
    'a text with a long line': plain('a.txt', /large/, '', 'x', few(250 * MB, 17 * MB)),
    'a journal in UTF-16': encoded('a.json', 'utf16le', journal, /neither|broken/),
    'a table in UTF-16': encoded('a.csv', 'utf16le', 'text,date\nRain,2026-01-01', /not in UTF-8.*"CSV UTF-8"/),
    'a table in Latin-1': encoded('a.csv', 'latin1', 'text,date\n\xe9t\xe9,2026-01-01', /not in UTF-8.*"CSV UTF-8"/),
    'a text in Latin-1': encoded('a.txt', 'latin1', '\xe9t\xe9', /not in UTF-8/),
  };
}

/** Files that are refused only after a hundred thousand entries, or half a gigabyte. */
function longReads(): Record<string, HostileFile> {
  return {
    'an archive with one anecdote over and over': zip(/large|cannot be read/, (zip) =>
      pack(zip, 'journal.json', head, repeated(`${anecdote},`), 10_000 * MB),
    ),
    'an archive of empty entries': zip(/cannot be read/, (zip) =>
      pack(zip, 'journal.json', head, repeated('{},'), 10_000 * MB),
    ),
    'an archive of large anecdotes': zip(/large|left out|cannot be read/, async (zip) => {
      const text = repeated('a ');
      const packed = deflateRawSync(text);
      const of = { crc: crc32(text), size: text.length, packedSize: packed.length };
      for (let n = 0; n < 20_000; n += 1) await zip.addPacked(`${n}.md`, { ...of, read: () => pieces(packed) });
    }),
    'an archive with long names': zip(/too long|left out|cannot be read/, async (zip) => {
      const name = 'n'.repeat(60_000);
      for (let n = 0; n < 2_000; n += 1) await zip.add(`${n}${name}.md`, Buffer.alloc(0));
    }),
    'a table with many wrong rows': plain('a.csv', /cannot be read|large/, 'text,date\n', 'a,b\n', 60 * MB),
  };
}

const spaces = Buffer.alloc(MB, ' ');

function repeated(text: string): Buffer {
  return Buffer.from(text.repeat(Math.ceil(MB / text.length)));
}

function zip(refusal: RegExp, write: (zip: ZipWriter) => Promise<void>): HostileFile {
  return { file: 'a.zip', refusal, content: () => zipped(write) };
}

function plain(file: string, refusal: RegExp, start: string, part: string, count: number): HostileFile {
  const content = async () => Buffer.concat([Buffer.from(start), Buffer.alloc(count * part.length, part)]);
  return { file, refusal, content };
}

function encoded(file: string, encoding: BufferEncoding, text: string, refusal: RegExp): HostileFile {
  return { file, refusal, content: async () => Buffer.from(text, encoding) };
}

async function zipped(write: (zip: ZipWriter) => Promise<void>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  const zip = createZip(async (bytes) => void all.push(bytes), new Date('2026-11-20T08:00:00Z'));
  await write(zip);
  await zip.end();
  return Buffer.concat(all);
}

/** An archive in which two entries refer to the same bytes. */
async function overlapping(): Promise<Buffer> {
  const archive = await zipped(async (zip) => {
    for (const name of ['2026-01-01.md', '2026-01-02.md']) await zip.add(name, Buffer.from('Rain'));
  });
  archive.writeUInt32LE(0, archive.lastIndexOf('PK\x01\x02') + 42);
  return archive;
}

/** Adds a file of `start` and then `part` repeated up to `bytes`, without ever holding all of it in memory. */
async function pack(zip: ZipWriter, name: string, start: string, part: Buffer, bytes: number): Promise<void> {
  const flushed = { finishFlush: constants.Z_FULL_FLUSH };
  const first = deflateRawSync(start, flushed);
  const next = deflateRawSync(part, flushed);
  const count = Math.max(1, Math.ceil((bytes - start.length) / part.length));
  const end = deflateRawSync('');
  let crc = crc32(start);
  // A file of many gigabytes is refused before its checksum is compared, so it need not be right.
  for (let n = 0; n < Math.min(count, 20); n += 1) crc = crc32(part, crc);
  await zip.addPacked(name, {
    crc,
    size: start.length + count * part.length,
    packedSize: first.length + count * next.length + end.length,
    async *read() {
      yield first;
      for (let n = 0; n < count; n += 1) yield next;
      yield end;
    },
  });
}

async function* pieces(...all: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* all;
}

async function declared(zip: ZipWriter, size: number): Promise<void> {
  const packed = deflateRawSync(journal);
  await zip.addPacked('journal.json', {
    crc: crc32(journal),
    size,
    packedSize: packed.length,
    read: () => pieces(packed),
  });
}
