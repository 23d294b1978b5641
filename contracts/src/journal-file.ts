import { z } from 'zod';
import { AnecdoteContent } from './anecdote/content.ts';
import { Operation, Origin } from './event.ts';
import { HistoryEntry } from './history.ts';

/*
 * The format of `journal.json`. A version that was ever written is never edited: a change makes a new version, and an
 * import reads every version.
 */
export const JOURNAL_FORMAT = 'anecdotes-journal';
export const JOURNAL_VERSION = 1;

/** How the anecdote came into the exported journal. Not written by the person, and not taken over by an import. */
const Provenance = z.strictObject({
  created_at: z.iso.datetime(),
  /** When its content or its connection last changed. */
  updated_at: z.iso.datetime(),
  channel: Origin.shape.channel,
  /** The kind of operation that created it, such as an import. */
  operation: Operation.shape.kind.nullable(),
});

/** An anecdote as a journal file holds it. */
export const JournalAnecdote = z.strictObject({
  id: z.uuid(),
  ...AnecdoteContent.shape,
  connected_to: z.uuid().nullable().describe('The anecdote that this one continues; it need not be in the file.'),
  same_here: z.boolean().describe('Whether the owner of the journal said Same Here.'),
  recorded: Provenance,
});
export type JournalAnecdote = z.infer<typeof JournalAnecdote>;

/** An anecdote that was deleted and can still be restored. */
export const TrashedAnecdote = JournalAnecdote.extend({ deleted_at: z.iso.datetime() });
export type TrashedAnecdote = z.infer<typeof TrashedAnecdote>;

/** The fields before the anecdotes in a journal file. */
export const JournalHead = z.strictObject({
  format: z.literal(JOURNAL_FORMAT),
  version: z.literal(JOURNAL_VERSION),
  exported_at: z.iso.datetime(),
  position: z.string().describe('The position of the log at which the journal was exported.'),
  is_whole: z.boolean().describe('False if the file holds only anecdotes that matched a filter.'),
});
export type JournalHead = z.infer<typeof JournalHead>;

/** `journal.json` of an export. */
export const JournalFile = z
  .strictObject({
    ...JournalHead.shape,
    anecdotes: z.array(JournalAnecdote).describe('The live anecdotes, oldest first.'),
    trash: z.array(TrashedAnecdote).optional().describe('The anecdotes deleted in the last 30 days; only on request.'),
    history: z.array(HistoryEntry).optional().describe('The history of changes, newest first; only on request.'),
  })
  .describe('A journal of Anecdotes, as GET /api/export writes it and POST /api/import reads it.');
export type JournalFile = z.infer<typeof JournalFile>;

/** `GET /export/size`: the size that an export would have. */
export const ExportSize = z.object({
  anecdotes: z.int().nonnegative(),
  bytes: z.int().nonnegative().describe('An estimate.'),
});
export type ExportSize = z.infer<typeof ExportSize>;
