import { anecdoteContentEvents, type JournalEvent } from '@anecdotes/contracts';
import { defineProjector, type Handler, idOf } from '../projection/projector.ts';
import { dayUses, localDay } from './table.ts';

type Content = Extract<JournalEvent, { type: 'AnecdoteCreated' | 'AnecdoteEdited' | 'AnecdoteRestored' }>;

const written: Handler<Content> = (event, work) => {
  const anecdote = idOf(event.stream);
  const { owner, timestamp, time_zone } = event.data;
  work.use(dayUses, anecdote, [{ anecdote, owner, day: localDay(timestamp, time_zone) }]);
};

export const statisticsProjector = defineProjector({
  name: 'statistics',
  version: 1,
  tables: [dayUses],
  consumes: anecdoteContentEvents,
  forgets: 'journal',
  handlers: {
    AnecdoteCreated: written,
    AnecdoteEdited: written,
    AnecdoteRestored: written,
    AnecdoteDeleted: (event, work) => work.use(dayUses, idOf(event.stream), []),
    AnecdoteErased: (event, work) => work.use(dayUses, idOf(event.stream), []),
  },
});
