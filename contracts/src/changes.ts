import { z } from 'zod';
import { success } from './envelope.ts';
import { AnecdoteState, HistoryEntry } from './history.ts';
import { historyTypes } from './history-types.ts';

/** One change of a journal, for programs that keep a copy of it. */
export const Change = z.object({
  id: z.uuid().describe('The id of the event, by which a program recognises a change that it receives twice.'),
  type: z.enum([...historyTypes.anecdote, 'GuestJournalReset']),
  at: z.iso.datetime(),
  through: HistoryEntry.shape.through,
  operation: HistoryEntry.shape.operation,
  anecdote: z
    .object({
      id: z.uuid(),
      revision: z.int().nonnegative(),
      status: z.enum(['live', 'deleted', 'erased']),
      content: AnecdoteState.nullable().describe('Null when it is deleted or erased.'),
    })
    .nullable()
    .describe('The anecdote after the change; null when the journal was emptied as a whole.'),
});
export type Change = z.infer<typeof Change>;

/** `GET /changes`, oldest first. */
export const ChangePage = success(z.array(Change)).extend({
  pagination: z.object({
    nextCursor: z.string().describe('For the next call, as after; also given when there are no more changes.'),
    hasMore: z.boolean(),
  }),
});
export type ChangePage = z.infer<typeof ChangePage>;
