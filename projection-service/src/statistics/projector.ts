import { anecdoteContentEvents } from '@anecdotes/contracts';
import { keepUses } from '../projection/keep-uses.ts';
import { defineProjector } from '../projection/projector.ts';
import { dayColumns, dayUses } from './table.ts';

export const statisticsProjector = defineProjector({
  name: 'statistics',
  version: 1,
  tables: [dayUses],
  consumes: anecdoteContentEvents,
  forgets: 'journal',
  handlers: keepUses(dayUses, ({ owner, ...content }, anecdote) => [{ anecdote, owner, ...dayColumns(content) }]),
});
