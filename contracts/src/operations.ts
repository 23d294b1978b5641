import { z } from 'zod';

/** What an operation does to the tags of its anecdotes: `to` takes the place of `from`, or nothing does. */
export const TagChange = z.strictObject({ from: z.string(), to: z.string().nullable() });
export type TagChange = z.infer<typeof TagChange>;

/** What an operation imports; the name is the person's own. */
export const ImportedFile = z.strictObject({ name: z.string().nullable(), format: z.string() });
export type ImportedFile = z.infer<typeof ImportedFile>;

/**
 * An operation on many anecdotes: the answer to the call that begins or undoes one, and an item of `GET /operations`,
 * newest first.
 */
export const OperationView = z.object({
  id: z.uuid(),
  /** `undo`: takes back what `undoes` did. */
  kind: z.enum(['tags', 'import', 'undo']),
  /** Of an operation on tags, or of its undoing. */
  change: TagChange.nullable(),
  /** Of an import, or of its undoing. */
  file: ImportedFile.nullable(),
  /** `cancelled`: what it had done by then stays; it can be undone as a whole. */
  status: z.enum(['running', 'paused', 'done', 'cancelled']),
  /** How many anecdotes it was asked to change, and how many of them it has looked at. */
  total: z.int(),
  done: z.int(),
  /** How many it has changed or made: the others were deleted, did not have the tag, were there, or could not be read. */
  changed: z.int(),
  /** How many could not be read or made. */
  failed: z.int(),
  /** Of its last event so far: a read that sends it as `X-Min-Position` sees what was changed. */
  position: z.string(),
  started_at: z.iso.datetime(),
  undoes: z.uuid().nullable(),
  /** The operation that undoes this one, unless that was cancelled; an operation can be undone for 30 days. */
  undone_by: z.uuid().nullable(),
});
export type OperationView = z.infer<typeof OperationView>;
