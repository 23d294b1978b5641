import type { AnecdoteContent } from '@anecdotes/contracts';
import { date, defineCounter, defineFacet, uuid } from '../projection/table.ts';
import { localDay } from './local-day.ts';

const dayCounter = defineCounter({
  name: 'day',
  key: { owner: uuid(), day: date() },
  countedBy: { owner: 'owner', day: 'day' },
});
const journalCounter = defineCounter({ name: 'journal', key: { owner: uuid() }, countedBy: { owner: 'owner' } });

/** One row for each anecdote: the calendar day on which it happened, in its own time zone. */
export const dayUses = defineFacet({
  name: 'day_use',
  columns: { anecdote: uuid(), owner: uuid(), day: date() },
  primaryKey: ['anecdote'],
  counters: [dayCounter, journalCounter],
});

/** The columns of the facet for the content of an anecdote. */
export function dayColumns({ timestamp, time_zone }: Pick<AnecdoteContent, 'timestamp' | 'time_zone'>) {
  return { day: localDay(timestamp, time_zone) };
}
