import { anecdoteContentEvents, type JournalEvent } from '@anecdotes/contracts';
import { defineProjector, type Handler, idOf } from '../projection/projector.ts';
import { tagUses } from './table.ts';

type Content = Extract<JournalEvent, { type: 'AnecdoteCreated' | 'AnecdoteEdited' | 'AnecdoteRestored' }>;

const written: Handler<Content> = (event, work) => {
  const anecdote = idOf(event.stream);
  const { owner, tags, timestamp } = event.data;
  const uses = [...new Set(tags)].map((tag) => ({ anecdote, owner, tag, at: timestamp }));
  work.use(tagUses, anecdote, uses);
};

export const tagProjector = defineProjector({
  name: 'tags',
  version: 1,
  tables: [tagUses],
  consumes: anecdoteContentEvents,
  forgets: 'journal',
  handlers: {
    AnecdoteCreated: written,
    AnecdoteEdited: written,
    AnecdoteRestored: written,
    AnecdoteDeleted: (event, work) => work.use(tagUses, idOf(event.stream), []),
    AnecdoteErased: (event, work) => work.use(tagUses, idOf(event.stream), []),
  },
});
