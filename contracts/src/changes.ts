import { z } from 'zod';
import { success } from './envelope.ts';
import { AnecdoteState, HistoryEntry } from './history.ts';
import { historyTypes } from './history-types.ts';

/** One change of a journal, for programs that keep a copy of it. */
export const Change = z.object({
  /** The id of the event; a program that is told twice of a change knows it by this. */
  id: z.uuid(),
  type: z.enum([...historyTypes.anecdote, 'GuestJournalReset']),
  at: z.iso.datetime(),
  through: HistoryEntry.shape.through,
  operation: HistoryEntry.shape.operation,
  /**
   * The anecdote after the change, with the revision that this made; its content is null when it is deleted or erased.
   * Null when the journal was emptied as a whole.
   */
  anecdote: z
    .object({
      id: z.uuid(),
      revision: z.int().nonnegative(),
      status: z.enum(['live', 'deleted', 'erased']),
      content: AnecdoteState.nullable(),
    })
    .nullable(),
});
export type Change = z.infer<typeof Change>;

/** `GET /changes`, oldest first; `nextCursor` is where to go on, also when there is nothing more for now. */
export const ChangePage = success(z.array(Change)).extend({
  pagination: z.object({ nextCursor: z.string(), hasMore: z.boolean() }),
});
export type ChangePage = z.infer<typeof ChangePage>;
