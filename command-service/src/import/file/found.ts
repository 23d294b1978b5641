import {
  type AnecdoteContent,
  AnecdoteId,
  beginningOf,
  CreateAnecdote,
  type DateOrderChoice,
  describeIssue,
  emptyContent,
  type ImportFormat,
  type ImportProblem,
  type ImportTable,
  isVisible,
} from '@anecdotes/contracts';
import type { z } from 'zod';

/** An entry of a file. */
export type FileEntry = {
  /** Its anecdote id, if the file is an export of our own; else null. */
  readonly id: AnecdoteId | null;
  /** Identifies the entry in repeated imports, such as its id in the other program; null if its time and text do. */
  readonly seed: string | null;
  /** The name by which other entries in the file link to it. */
  readonly key: string | null;
  readonly content: AnecdoteContent;
  readonly same_here: boolean;
  readonly is_deleted: boolean;
  /** The `key` of the entry that it continues. */
  readonly connected_to: string | null;
};

/** An entry or a problem at a place in a file. */
export type Found = { readonly at: string; readonly entry: FileEntry } | ImportProblem;

export type FoundPart = {
  readonly format: ImportFormat;
  readonly found: readonly Found[];
  /** For a table: its columns, and which of them is read as which field. */
  readonly table?: ImportTable;
};

/** The id of an anecdote that `text` contains, or null; a UUID of another kind is no such id. */
export function anecdoteIdIn(text: string): AnecdoteId | null {
  return AnecdoteId.safeParse(text.trim().toLowerCase()).data ?? null;
}

/** A key or link that is longer is ignored. */
const NAME_LENGTH = 500;

/** The most names of what is left out that a reason has, and the most characters of each. */
const MAX_NAMES_SHOWN = 20;
const MAX_NAME_SHOWN = 100;

/** Thrown for a file that is broken, or of no format that can be imported; the message says why. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** Thrown for a table in another encoding, as Excel writes it in its older formats. */
export class TableNotInUtf8 extends UnreadableFile {
  constructor() {
    super('The table is not in UTF-8; in Excel, save it as "CSV UTF-8"');
  }
}

/** Thrown for JSON that is no journal, or one without entries. */
export class UnknownJournal extends UnreadableFile {
  constructor() {
    super('This JSON is not in a journal format that can be imported');
  }
}

/** What the reader thread needs to read a file. */
export type FileToRead = {
  readonly fd: number;
  readonly bytes: number;
  readonly name: string | null;
  readonly format: ImportFormat | null;
  /** The zone of times that have none. */
  readonly timeZone: string;
  /** The time of entries that have none. */
  readonly now: string;
  /** For a table: the column of each field, by name or as `#number`. */
  readonly columns: Readonly<Record<string, string>>;
  /** For a table: the order of day and month in dates with the year last. */
  readonly dateOrder: DateOrderChoice;
  /** Only a preview: a table without a required column is not refused, but its columns are listed. */
  readonly isDryRun: boolean;
};

/** An entry with the fields `written`, or why they are not valid. */
export function foundEntry(
  at: string,
  written: object,
  {
    id = null,
    seed = null,
    key = null,
    is_deleted = false,
    connected_to = null,
    same_here = false,
  }: Partial<FileEntry> = {},
): Found {
  const content = contentFrom(written);
  if ('message' in content) return { at, message: content.message };
  const entry = { id, seed, key: nameIn(key), content, same_here, is_deleted, connected_to: nameIn(connected_to) };
  return { at, entry };
}

/** The problem with an entry that does not have the shape of its format. */
export function invalidEntry(at: string, { issues: [issue] }: z.ZodError): ImportProblem {
  return { at, message: `${issue?.path.join('.') || 'entry'}: ${issue?.message}` };
}

/** The text of an entry that has `files` beside it, which are not imported: without a text it says only that. */
export function textOrFiles(text: string, files: number): string {
  return files > 0 && !isVisible(text) ? `Without text; pictures and other files: ${files}` : text;
}

/** The reason for `withLeftOut` if an entry has `files`. */
export function filesLeftOut(files: number): string | undefined {
  return files > 0 ? `Pictures and other files are left out: ${files}` : undefined;
}

/** The reason for `withLeftOut` if there are `names`, of which the first are shown. */
export function namesLeftOut(what: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const shown = names.slice(0, MAX_NAMES_SHOWN).map((name) => beginningOf(name, MAX_NAME_SHOWN));
  const more = names.length > MAX_NAMES_SHOWN ? `, and ${names.length - MAX_NAMES_SHOWN} more` : '';
  return `${what} that are left out: ${shown.join(', ')}${more}`;
}

/** What was found of an entry: itself and, unless it is left out, which of its parts are left out and why. */
export function withLeftOut(found: Found, ...reasons: readonly (string | undefined)[]): Found[] {
  if ('message' in found) return [found];
  return [found, ...reasons.flatMap((message) => (message ? { at: found.at, message } : []))];
}

/** Names are compared in NFC: macOS stores the name of a file in NFD, a link to it is typed in NFC. */
function nameIn(name: string | null): string | null {
  return name !== null && name.length <= NAME_LENGTH ? name.normalize('NFC') : null;
}

/** The content in `written`, or why it breaks the rules for what a person writes. */
function contentFrom(written: object): AnecdoteContent | { readonly message: string } {
  const { data, error } = CreateAnecdote.safeParse(written, describeIssue);
  if (error) {
    const [issue] = error.issues;
    const field = issue?.path.join('.');
    return { message: [field, issue?.message].filter(Boolean).join(': ') };
  }
  const { connected_to: _, timestamp, ...content } = data;
  if (timestamp === undefined) return { message: 'timestamp: Is missing' };
  const given = Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined));
  return { ...emptyContent, ...given, description: content.description, timestamp };
}
