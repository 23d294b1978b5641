import { anecdoteContentEvents } from '@anecdotes/contracts';
import { keepUses } from '../projection/keep-uses.ts';
import { defineProjector } from '../projection/projector.ts';
import { dayUses, localDay } from './table.ts';

export const statisticsProjector = defineProjector({
  name: 'statistics',
  version: 1,
  tables: [dayUses],
  consumes: anecdoteContentEvents,
  forgets: 'journal',
  handlers: keepUses(dayUses, ({ owner, timestamp, time_zone }, anecdote) => [
    { anecdote, owner, day: localDay(timestamp, time_zone) },
  ]),
});
