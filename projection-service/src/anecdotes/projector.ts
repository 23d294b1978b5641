import { anecdoteEvents, type JournalEvent, type Recorded } from '@anecdotes/contracts';
import { changeRow, defineProjector, idOf } from '../projection/projector.ts';
import type { UnitOfWork } from '../projection/unit-of-work.ts';
import { anecdoteTable, contentColumns } from './table.ts';

export const anecdoteProjector = defineProjector({
  name: 'anecdotes',
  version: 8,
  tables: [anecdoteTable],
  consumes: anecdoteEvents,
  forgets: 'journal',
  lookUp(event) {
    if (event.type === 'AnecdoteCreated' || !event.stream.startsWith('anecdote-')) return [];
    return [{ table: anecdoteTable, id: idOf(event.stream) }];
  },
  handlers: {
    AnecdoteCreated: (event, work) => addRow(event, work, { same_here: [], created_at: event.metadata.at }),
    AnecdoteRestored(event, work) {
      const { same_here, created_at } = event.data;
      addRow(event, work, { same_here, created_at });
    },
    AnecdoteDeleted(event, work) {
      if (!isKnown(event, work)) work.remove(anecdoteTable, idOf(event.stream));
    },
    AnecdoteErased(event, work) {
      if (!isKnown(event, work)) work.remove(anecdoteTable, idOf(event.stream));
    },
    AnecdoteEdited(event, work) {
      changeRow(anecdoteTable, event, work, () => ({ ...contentColumns(event.data), updated_at: event.metadata.at }));
    },
    AnecdoteLinked(event, work) {
      changeRow(anecdoteTable, event, work, () => ({
        connected_to: event.data.connected_to,
        updated_at: event.metadata.at,
      }));
    },
    AnecdoteUnlinked(event, work) {
      changeRow(anecdoteTable, event, work, () => ({ connected_to: null, updated_at: event.metadata.at }));
    },
    SameHereAdded(event, work) {
      const { account } = event.data;
      changeRow(anecdoteTable, event, work, ({ same_here }) => ({
        same_here: [...same_here.filter((id) => id !== account), account],
      }));
    },
    SameHereWithdrawn(event, work) {
      const { account } = event.data;
      changeRow(anecdoteTable, event, work, ({ same_here }) => ({
        same_here: same_here.filter((id) => id !== account),
      }));
    },
    AnecdoteImported(event, work) {
      changeRow(anecdoteTable, event, work, () => ({}));
    },
    RedditPostReserved: 'ignore',
  },
});

/** Adds the row of an anecdote that was created or restored. */
function addRow(
  event: Recorded<Extract<JournalEvent, { type: 'AnecdoteCreated' | 'AnecdoteRestored' }>>,
  work: UnitOfWork,
  more: { same_here: string[]; created_at: string },
): void {
  if (isKnown(event, work)) return;
  work.put(anecdoteTable, {
    id: idOf(event.stream),
    owner: event.data.owner,
    ...contentColumns(event.data),
    ...more,
    connected_to: event.data.connected_to,
    updated_at: event.metadata.at,
    revision: event.revision,
  });
}

/** True when the row already shows this event or a later one. */
function isKnown(event: Recorded<JournalEvent>, work: UnitOfWork): boolean {
  const row = work.row(anecdoteTable, idOf(event.stream));
  return row !== undefined && row.revision >= event.revision;
}
