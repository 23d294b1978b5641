import { anecdoteContentEvents } from '@anecdotes/contracts';
import { keepUses } from '../projection/keep-uses.ts';
import { defineProjector } from '../projection/projector.ts';
import { tagUses } from './table.ts';

export const tagProjector = defineProjector({
  name: 'tags',
  version: 1,
  tables: [tagUses],
  consumes: anecdoteContentEvents,
  forgets: 'journal',
  handlers: keepUses(tagUses, ({ owner, tags, timestamp }, anecdote) =>
    [...new Set(tags)].map((tag) => ({ anecdote, owner, tag, at: timestamp })),
  ),
});
