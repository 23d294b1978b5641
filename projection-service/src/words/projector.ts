import { anecdoteContentEvents } from '@anecdotes/contracts';
import { keepUses } from '../projection/keep-uses.ts';
import { defineProjector } from '../projection/projector.ts';
import { wordColumns, wordUses } from './table.ts';

/** The words that an account has used: to find anecdotes, complete what is typed, and correct typing mistakes. */
export const wordProjector = defineProjector({
  name: 'words',
  version: 7,
  tables: [wordUses],
  consumes: anecdoteContentEvents,
  forgets: 'journal',
  handlers: keepUses(wordUses, ({ owner, ...content }, anecdote) => [{ anecdote, owner, ...wordColumns(content) }]),
});
