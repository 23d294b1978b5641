import { z } from 'zod';
import { AnecdoteContent, contentFields } from './anecdote/content.ts';
import { batchItem } from './anecdote/views.ts';
import { CursorPagination, success } from './envelope.ts';
import { Operation, Origin } from './event.ts';
import { historyTypes } from './history-types.ts';
import { limits } from './limits.ts';
import { Instant } from './time.ts';

const HistoryType = z.enum([...historyTypes.anecdote, ...historyTypes.account, ...historyTypes.key]);
export type HistoryType = z.infer<typeof HistoryType>;

/** The content of an anecdote at one time, with its parent. */
export const AnecdoteState = z.object({
  ...AnecdoteContent.shape,
  connected_to: z.uuid().nullable().describe('Its parent.'),
});
export type AnecdoteState = z.infer<typeof AnecdoteState>;
export type StateField = keyof AnecdoteState;
export const stateFields = [...contentFields, 'connected_to'] as const satisfies readonly StateField[];

/** An API key; the name is null when the event that created the key cannot be read any more. */
const NamedKey = z.object({ id: z.uuid(), name: z.string().nullable() });

/** One change of a journal or an account. */
export const HistoryEntry = z.object({
  id: z.uuid(),
  type: HistoryType,
  at: z.iso.datetime(),
  through: z
    .object({ channel: Origin.shape.channel, key: NamedKey.nullable() })
    .describe('key is the API key that was used.'),
  operation: Operation.nullable().describe('The operation that the change was part of, such as an import.'),
  omitted: z
    .int()
    .positive()
    .optional()
    .describe(
      'With collapse_operations: the number of further anecdotes of the operation, whose changes are left out.',
    ),
  anecdote: z
    .object({
      id: z.uuid(),
      revision: z.int().nonnegative().describe('Its new revision.'),
      fields: z.array(z.enum(stateFields)).describe('The fields that differ.'),
      before: AnecdoteState.nullable().describe('Null when there was no anecdote before the change.'),
      after: AnecdoteState.nullable().describe('Null when there is none after it.'),
    })
    .nullable()
    .describe('The anecdote that changed.'),
  key: NamedKey.nullable().describe('The API key that changed.'),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** `GET /history`, `GET /anecdotes/{id}/history` and `GET /anecdotes/trash`, newest first. */
export const HistoryPage = success(z.array(HistoryEntry)).extend({
  pagination: CursorPagination.pick({ nextCursor: true, hasMore: true }),
});
export type HistoryPage = z.infer<typeof HistoryPage>;

const uuid = z.uuid().toLowerCase();

/** Selects changes: those of an operation, or those made through an API key since an instant. */
export const NamedChanges = z.union(
  [z.strictObject({ operation: uuid }), z.strictObject({ key: uuid, since: Instant })],
  { error: 'Must have either operation, or key and since' },
);
export type NamedChanges = z.infer<typeof NamedChanges>;

/**
 * Body of `POST /history/undo`: each of `anecdotes` succeeds or fails by itself. Calls that together undo the same
 * changes name the same `operation`; a call without one is an operation of its own.
 */
export const UndoHistory = z.strictObject({
  changes: NamedChanges,
  anecdotes: z.array(z.string()).min(1).max(limits.batch),
  operation: Operation.extend({ kind: z.literal('undo') }).optional(),
});

/**
 * One item of the answer to `POST /history/undo`, one for each distinct id in the order of the request.
 */
export const UndoneItem = batchItem(
  z.object({
    id: z.uuid(),
    is_undone: z.boolean().describe('Whether anything was undone.'),
    conflicts: z
      .array(z.enum(stateFields))
      .describe('Fields that stay, because they were changed again since or cannot be restored.'),
  }),
);
export type UndoneItem = z.infer<typeof UndoneItem>;

/** `GET /history/anecdotes`: the anecdotes that the selected changes are about, the most recently changed first. */
export const ChangedAnecdotes = z.object({
  anecdotes: z.array(z.uuid()),
  complete: z.boolean().describe('False when there are more than an answer holds (100,000).'),
});
export type ChangedAnecdotes = z.infer<typeof ChangedAnecdotes>;
