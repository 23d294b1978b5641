import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { type ImportFormat, type ImportProblem, limits } from '@anecdotes/contracts';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { type FileToRead, type Found, type FoundPart, UnknownJournal, UnreadableFile } from './found.ts';
import { readJournal } from './journal.ts';
import { isKeepNote, keepNote } from './keep.ts';
import { markdownFile } from './markdown.ts';
import { isMemosManifest, memoOf, memoRecord } from './memos.ts';
import { decoded, whole } from './texts.ts';
import { unreadFields } from './unread-fields.ts';

/** How many files of an archive are passed on together. */
const FILES_AT_ONCE = 50;
/** The most bytes of the names of all files that are read, with their extra fields and comments. */
const NAME_BYTES = 32 * 1024 * 1024;
/** The flag of a file whose name is in UTF-8 and not in code page 437. */
const NAME_IS_UTF8 = 0x800;
const LOCAL_HEADER = 30;
const FILE_TYPE = 0o170000;
const LINK = 0o120000;
/** The files of ordinary archives are stored as they are, or compressed with Deflate. */
const COMPRESSIONS = [0, 8];
const IMPORTABLE = /\.(?:json|md|markdown)$/i;
/** Settings, leftovers and backups that programs keep beside the notes, such as `.obsidian/app.json`. */
const PROGRAM_FILES = /^__MACOSX\/|(?:^|\/)(?:\.|logseq\/(?:bak|version-files)\/)/;

const OTHER_COMPRESSION =
  'The archive is compressed in a way that cannot be read; please save it as an ordinary zip file';
const LEADS_OUT = 'The archive is broken: the path of a file in it is absolute or leads out of the archive';

type Opened = { readonly archive: ZipFile; readonly file: FileToRead };

/** The entries in an archive. Its file names only show the format; nothing is written there. Throws UnreadableFile. */
export async function* readArchive(file: FileToRead): AsyncGenerator<FoundPart> {
  try {
    const archive = await yauzl.fromFdPromise(file.fd, { autoClose: false });
    if (archive.entryCount > limits.importFiles) throw new UnreadableFile('The archive has too many files');
    yield* entriesIn({ archive, file }, await importableEntries(archive));
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const leadsOut = error instanceof Error && /^(?:absolute|invalid relative) path/.test(error.message);
    throw new UnreadableFile(leadsOut ? LEADS_OUT : 'The archive is broken');
  }
}

async function importableEntries(archive: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  const names = new Set<string>();
  let bytes = 0;
  for await (const entry of archive.eachEntry()) {
    entry.fileName = nameOf(entry);
    if (!IMPORTABLE.test(entry.fileName) || PROGRAM_FILES.test(entry.fileName)) continue;
    if (names.has(entry.fileName)) throw new UnreadableFile('The archive has two files of the same name');
    if (entry.isEncrypted()) throw new UnreadableFile('The archive is encrypted; please save it without a password');
    if (!COMPRESSIONS.includes(entry.compressionMethod)) throw new UnreadableFile(OTHER_COMPRESSION);
    bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (bytes > NAME_BYTES) throw new UnreadableFile('The names in the archive are too long');
    names.add(entry.fileName);
    entries.push(entry);
  }
  const inOrder = entries.toSorted((one, other) => startOf(one) - startOf(other));
  for (const [index, entry] of inOrder.entries()) {
    const next = inOrder[index + 1];
    if (next !== undefined && startOf(entry) + LOCAL_HEADER + entry.compressedSize > startOf(next)) {
      throw new UnreadableFile('Files in the archive overlap');
    }
  }
  return entries;
}

/**
 * The name of a file, without the `./` that some programs write before it. Some, as that of macOS, write names in UTF-8
 * without saying so.
 */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | NAME_IS_UTF8 : generalPurposeBitFlag;
  return yauzl.getFileNameLowLevel(flags, fileNameRaw, extraFields, false).replace(/^(?:\.\/)+/, '');
}

const startOf = ({ relativeOffsetOfLocalHeader }: Entry) => relativeOffsetOfLocalHeader;

async function* entriesIn(opened: Opened, entries: readonly Entry[]): AsyncGenerator<FoundPart> {
  const { timeZone } = opened.file;
  const matching = (pattern: RegExp) => entries.filter(({ fileName }) => pattern.test(fileName));
  const own = matching(/(?:^|\/)journal\.json$/);
  const [manifest] = matching(/^manifest\.json$/);
  const journals = matching(/^[^/]+\.json$|^[^/]+\/[^/]+\.json$/);
  const texts = matching(/\.(?:md|markdown)$/i);
  // Beside the journal of another program, a file of this name may be one more of its journals.
  if (own.length > 0 && journals.length <= Math.max(own.length, texts.length)) return yield* journalsIn(opened, own);
  const keepNotes = await keepNotesIn(opened, matching(/\.json$/));
  if (manifest !== undefined && isMemosManifest(await textOf(opened, manifest))) {
    yield* memosIn(opened, entries);
  } else if (keepNotes.length > 0) {
    yield* fileParts('keep', opened, keepNotes, (path, text) => keepNote(path, text, timeZone));
  } else if (journals.length > 0 && journals.length >= texts.length) {
    yield* journalsIn(opened, journals);
  } else if (texts.length > 0) {
    const unread = unreadFields();
    yield* fileParts('markdown', opened, texts, (path, text) => markdownFile(path, text, timeZone, unread));
    yield { format: 'markdown', found: unread.problems() };
  } else throw new UnreadableFile('The archive has no files that can be imported');
}

/** Throws UnreadableFile if files of an archive have too many bytes; none of them can be longer than it says. */
function requireSize(bytes: number): void {
  if (bytes > limits.importUnpackedBytes) throw new UnreadableFile('The file is too large');
}

/**
 * The entries of journals; the place of each begins with the name of its journal if there are several. Day One exports
 * empty journals too. Throws UnreadableFile if none has entries.
 */
async function* journalsIn(opened: Opened, journals: readonly Entry[]): AsyncGenerator<FoundPart> {
  requireSize(journals.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0));
  const empty: ImportProblem[] = [];
  let format: ImportFormat | undefined;
  for (const journal of journals) {
    const prefix = journals.length > 1 ? `${journal.fileName} ` : '';
    try {
      for await (const part of readJournal(contentOf(opened, journal), opened.file)) {
        format = part.format;
        yield { ...part, found: part.found.map((each) => ({ ...each, at: prefix + each.at })) };
      }
    } catch (error) {
      if (!(error instanceof UnknownJournal)) throw error;
      empty.push({ at: journal.fileName, message: 'Has no entries that can be imported' });
    }
  }
  if (format === undefined) throw new UnknownJournal();
  yield { format, found: empty };
}

/**
 * The notes of Google Keep among `files`. Takeout names their folder in the language of the person, so that often only
 * the first file of a folder shows what is in it.
 */
async function keepNotesIn(opened: Opened, files: readonly Entry[]): Promise<Entry[]> {
  const inKeep = files.filter(({ fileName }) => /(?:^|\/)Keep\/[^/]+$/.test(fileName));
  if (inKeep.length > 0) return inKeep;
  const folders = Map.groupBy(files, ({ fileName }) => fileName.slice(0, fileName.lastIndexOf('/') + 1));
  const notes: Entry[] = [];
  let bytes = 0;
  for (const [first, ...others] of folders.values()) {
    if (first === undefined || first.uncompressedSize > limits.importEntryBytes) continue;
    bytes += first.uncompressedSize;
    requireSize(bytes);
    const isNote = await textOf(opened, first).then(isKeepNote, () => false);
    if (isNote) notes.push(first, ...others);
  }
  return notes;
}

/** The bytes of a file. Throws UnreadableFile if they do not match its checksum. */
async function* contentOf({ archive }: Opened, entry: Entry): AsyncGenerator<Uint8Array> {
  let crc = 0;
  for await (const chunk of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (crc !== entry.crc32) throw new UnreadableFile('The archive is damaged');
}

/** The notes in an archive of Memos: each has a record and, in a file beside it, its text. */
async function* memosIn(opened: Opened, entries: readonly Entry[]): AsyncGenerator<FoundPart> {
  const byName = new Map(entries.map((entry) => [entry.fileName, entry]));
  const records = entries.filter(({ fileName }) => /^memos\/[^/]+\.json$/.test(fileName));
  yield* fileParts('memos', opened, records, async (path, text) => {
    const record = memoRecord(text);
    const content = byName.get(record?.contentPath ?? '');
    if (record === undefined || content === undefined)
      return [{ at: path, message: 'Is not a memo, or its text is missing' }];
    return memoOf(path, { ...record, content: await textOf(opened, content) }, opened.file.timeZone);
  });
}

async function textOf(opened: Opened, entry: Entry): Promise<string> {
  return decoded(await whole(contentOf(opened, entry)));
}

async function* fileParts(
  format: ImportFormat,
  opened: Opened,
  entries: readonly Entry[],
  read: (path: string, text: string) => Found[] | Promise<Found[]>,
): AsyncGenerator<FoundPart> {
  let bytes = 0;
  for (let from = 0; from < entries.length; from += FILES_AT_ONCE) {
    const found: Found[] = [];
    for (const entry of entries.slice(from, from + FILES_AT_ONCE)) {
      bytes += entry.uncompressedSize;
      requireSize(bytes);
      found.push(...(await fileIn(opened, entry, read)));
    }
    yield { format, found };
  }
}

async function fileIn(
  opened: Opened,
  entry: Entry,
  read: (path: string, text: string) => Found[] | Promise<Found[]>,
): Promise<Found[]> {
  const { fileName: at, uncompressedSize, externalFileAttributes } = entry;
  if (((externalFileAttributes >>> 16) & FILE_TYPE) === LINK) return [{ at, message: 'Is a link to another file' }];
  if (uncompressedSize > limits.importEntryBytes) return [{ at, message: 'Is too large' }];
  try {
    return await read(at, await textOf(opened, entry));
  } catch (error) {
    if (error instanceof UnreadableFile) return [{ at, message: error.message }];
    throw error;
  }
}
