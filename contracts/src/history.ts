import { z } from 'zod';
import { AnecdoteContent, contentFields } from './anecdote/content.ts';
import { CursorPagination, success } from './envelope.ts';
import { Operation, Origin } from './event.ts';

/** The events that a history tells, by what they are about. */
export const historyTypes = {
  anecdote: [
    'AnecdoteCreated',
    'AnecdoteEdited',
    'AnecdoteLinked',
    'AnecdoteUnlinked',
    'AnecdoteDeleted',
    'AnecdoteRestored',
    'AnecdoteErased',
  ],
  account: [
    'AccountRegistered',
    'EmailVerificationRequested',
    'EmailVerified',
    'PasswordResetRequested',
    'PasswordChanged',
    'SessionStarted',
    'SessionEnded',
  ],
  key: ['ApiKeyCreated', 'ApiKeyActivated', 'ApiKeyDeactivated', 'ApiKeyRotated', 'ApiKeyDeleted'],
} as const;

/** What `GET /history` can be narrowed to: an import is an anecdote that came with an import, batch or sample data. */
export const historyKinds = ['anecdote', 'import', 'account', 'key'] as const;
export type HistoryKind = (typeof historyKinds)[number];

const HistoryType = z.enum([...historyTypes.anecdote, ...historyTypes.account, ...historyTypes.key]);
export type HistoryType = z.infer<typeof HistoryType>;

/** What an anecdote contains at one time, with its parent. */
export const AnecdoteState = z.object({ ...AnecdoteContent.shape, connected_to: z.uuid().nullable() });
export type AnecdoteState = z.infer<typeof AnecdoteState>;
export type StateField = keyof AnecdoteState;
export const stateFields = [...contentFields, 'connected_to'] as const satisfies readonly StateField[];

/** The name is null when the key cannot be read any more. */
const NamedKey = z.object({ id: z.uuid(), name: z.string().nullable() });

/** One change of a journal or an account. */
export const HistoryEntry = z.object({
  id: z.uuid(),
  type: HistoryType,
  at: z.iso.datetime(),
  /** `key` is the API key that was used. */
  through: z.object({ channel: Origin.shape.channel, key: NamedKey.nullable() }),
  /** What the change was part of, such as an import. */
  operation: Operation.nullable(),
  /**
   * The anecdote that changed, with the revision that this made, the fields that differ, and what it contained; null
   * where there was none before or is none after.
   */
  anecdote: z
    .object({
      id: z.uuid(),
      revision: z.int().nonnegative(),
      fields: z.array(z.enum(stateFields)),
      before: AnecdoteState.nullable(),
      after: AnecdoteState.nullable(),
    })
    .nullable(),
  /** The API key that changed. */
  key: NamedKey.nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** `GET /history`, `GET /anecdotes/{id}/history` and `GET /anecdotes/trash`, newest first. */
export const HistoryPage = success(z.array(HistoryEntry)).extend({
  pagination: CursorPagination.pick({ nextCursor: true, hasMore: true }),
});
export type HistoryPage = z.infer<typeof HistoryPage>;
