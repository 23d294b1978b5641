import { anecdoteContentEvents, type JournalEvent, knownWordsOf } from '@anecdotes/contracts';
import { defineProjector, type Handler, idOf } from '../projection/projector.ts';
import { wordUses } from './table.ts';

type Content = Extract<JournalEvent, { type: 'AnecdoteCreated' | 'AnecdoteEdited' | 'AnecdoteRestored' }>;

const written: Handler<Content> = (event, work) => {
  const anecdote = idOf(event.stream);
  work.use(wordUses, anecdote, [{ anecdote, owner: event.data.owner, words: knownWordsOf(event.data) }]);
};

/** The words that an account has used, for completing what is typed and for finding what was meant. */
export const wordProjector = defineProjector({
  name: 'words',
  version: 1,
  tables: [wordUses],
  consumes: anecdoteContentEvents,
  forgets: 'journal',
  handlers: {
    AnecdoteCreated: written,
    AnecdoteEdited: written,
    AnecdoteRestored: written,
    AnecdoteDeleted: (event, work) => work.use(wordUses, idOf(event.stream), []),
    AnecdoteErased: (event, work) => work.use(wordUses, idOf(event.stream), []),
  },
});
