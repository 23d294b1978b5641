import {
  type AnecdoteContent,
  CreateAnecdote,
  describeIssue,
  emptyContent,
  type ImportFormat,
  type ImportProblem,
} from '@anecdotes/contracts';

/** An entry of a file; `id` and `connected_to` are as the file has them. */
export type FileEntry = {
  /** Null where the format has none. */
  readonly id: string | null;
  readonly content: AnecdoteContent;
  readonly same_here: boolean;
  readonly is_deleted: boolean;
  readonly connected_to: string | null;
};

/** What was found next in a file. */
export type Found = { readonly at: string; readonly entry: FileEntry } | ImportProblem;

export type FoundPart = { readonly format: ImportFormat; readonly found: readonly Found[] };

/** A file that is none of those that can be imported, or is broken; the message says which. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** What is needed to read a file in the thread where that is done. */
export type FileToRead = { readonly fd: number; readonly bytes: number; readonly timeZone: string };

/** `written` under the rules of what a person writes, or why it is not. */
export function contentFrom(written: object): AnecdoteContent | { readonly message: string } {
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
