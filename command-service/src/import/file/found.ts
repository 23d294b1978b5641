import {
  type AnecdoteContent,
  CreateAnecdote,
  describeIssue,
  emptyContent,
  type ImportFormat,
  type ImportProblem,
  type ImportTable,
} from '@anecdotes/contracts';

/** An entry of a file. */
export type FileEntry = {
  /** Its id, where that is one of ours. */
  readonly id: string | null;
  /** What tells it from all others in its own words; null where that is its time and its text. */
  readonly seed: string | null;
  /** By what others in the file name it. */
  readonly key: string | null;
  readonly content: AnecdoteContent;
  readonly same_here: boolean;
  readonly is_deleted: boolean;
  /** The key of what it continues. */
  readonly connected_to: string | null;
};

/** What was found next in a file. */
export type Found = { readonly at: string; readonly entry: FileEntry } | ImportProblem;

export type FoundPart = {
  readonly format: ImportFormat;
  readonly found: readonly Found[];
  /** Of a table: its columns, and which of them is read as what. */
  readonly table?: ImportTable;
};

/** What is longer names nothing. */
const NAME_LENGTH = 255;

/** A file that is none of those that can be imported, or is broken; the message says which. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** What is needed to read a file in the thread where that is done. */
export type FileToRead = {
  readonly fd: number;
  readonly bytes: number;
  readonly name: string | null;
  readonly format: ImportFormat | null;
  /** Of times that say none. */
  readonly timeZone: string;
  /** When something happened that does not say. */
  readonly now: string;
  /** Of a table: the columns that hold each field, by name or as `#number`. */
  readonly columns: Readonly<Record<string, string>>;
  /** Nothing is to be imported yet: a table without a column that is needed tells which it has, and is not refused. */
  readonly isDryRun: boolean;
};

/** An entry of another program with these fields, or why it is none. */
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

function nameIn(name: string | null): string | null {
  return name !== null && name.length <= NAME_LENGTH ? name : null;
}

/** `written` under the rules of what a person writes, or why it is not. */
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
