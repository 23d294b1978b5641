import { z } from 'zod';

/** What an operation does to the tags of its anecdotes: replaces `from` with `to`, or removes it when `to` is null. */
export const TagChange = z.strictObject({ from: z.string(), to: z.string().nullable() });
export type TagChange = z.infer<typeof TagChange>;

/** The file that an operation imports; `name` is personal text. */
export const ImportedFile = z.strictObject({ name: z.string().nullable(), format: z.string() });
export type ImportedFile = z.infer<typeof ImportedFile>;

/**
 * An operation on many anecdotes: the answer to the call that starts or undoes one, and an item of `GET /operations`,
 * newest first.
 */
export const OperationView = z.object({
  id: z.uuid(),
  /** `undo`: reverts the operation that `undoes` names. */
  kind: z.enum(['tags', 'import', 'undo']),
  /** Set for an operation on tags and for its undo. */
  change: TagChange.nullable(),
  /** Set for an import and for its undo. */
  file: ImportedFile.nullable(),
  /** `cancelled`: the changes made until then stay, and can be undone together. */
  status: z.enum(['running', 'paused', 'done', 'cancelled']),
  /** How many anecdotes it was asked to change, and how many of them it has processed. */
  total: z.int(),
  done: z.int(),
  /** How many it has changed or created; the others were deleted, lacked the tag, existed, or could not be read. */
  changed: z.int(),
  /** How many could not be read or created. */
  failed: z.int(),
  /** The position of its last event so far: a read that sends it as `X-Min-Position` sees the changes. */
  position: z.string(),
  started_at: z.iso.datetime(),
  undoes: z.uuid().nullable(),
  /** The operation that undoes this one, unless that was cancelled; an operation can be undone for 30 days. */
  undone_by: z.uuid().nullable(),
});
export type OperationView = z.infer<typeof OperationView>;
