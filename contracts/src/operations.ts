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
  kind: z.enum(['tags', 'import', 'undo']).describe('undo: reverts the operation that undoes names.'),
  change: TagChange.nullable().describe('Set for an operation on tags and for its undo.'),
  file: ImportedFile.nullable().describe('Set for an import and for its undo.'),
  status: z
    .enum(['running', 'paused', 'done', 'cancelled'])
    .describe('cancelled: the changes made until then stay, and can be undone together.'),
  total: z.int().describe('How many anecdotes it was asked to change.'),
  done: z.int().describe('How many of them it has processed.'),
  changed: z
    .int()
    .describe(
      'How many it has changed or created; the others were deleted, lacked the tag, existed, or could not be read.',
    ),
  failed: z.int().describe('How many could not be read or created.'),
  position: z
    .string()
    .describe('The position of its last event so far: a read that sends it as X-Min-Position sees the changes.'),
  started_at: z.iso.datetime(),
  undoes: z.uuid().nullable().describe('The operation that this one undoes.'),
  undone_by: z
    .uuid()
    .nullable()
    .describe('The operation that undoes this one, unless that was cancelled; an operation can be undone for 30 days.'),
});
export type OperationView = z.infer<typeof OperationView>;
