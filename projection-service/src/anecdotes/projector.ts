import { anecdoteEvents, type JournalEvent, type Recorded } from '@anecdotes/contracts';
import { defineProjector, idOf } from '../projection/projector.ts';
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
    AnecdoteCreated(event, work) {
      if (isKnown(event, work)) return;
      work.put(anecdoteTable, {
        id: idOf(event.stream),
        owner: event.data.owner,
        ...contentColumns(event.data),
        connected_to: event.data.connected_to,
        same_here: [],
        created_at: event.metadata.at,
        updated_at: event.metadata.at,
        revision: event.revision,
      });
    },
    AnecdoteRestored(event, work) {
      if (isKnown(event, work)) return;
      work.put(anecdoteTable, {
        id: idOf(event.stream),
        owner: event.data.owner,
        ...contentColumns(event.data),
        connected_to: event.data.connected_to,
        same_here: event.data.same_here,
        created_at: event.data.created_at,
        updated_at: event.metadata.at,
        revision: event.revision,
      });
    },
    AnecdoteDeleted(event, work) {
      if (!isKnown(event, work)) work.remove(anecdoteTable, idOf(event.stream));
    },
    AnecdoteErased(event, work) {
      if (!isKnown(event, work)) work.remove(anecdoteTable, idOf(event.stream));
    },
    AnecdoteEdited(event, work) {
      change(event, work, () => ({ ...contentColumns(event.data), updated_at: event.metadata.at }));
    },
    AnecdoteLinked(event, work) {
      change(event, work, () => ({ connected_to: event.data.connected_to, updated_at: event.metadata.at }));
    },
    AnecdoteUnlinked(event, work) {
      change(event, work, () => ({ connected_to: null, updated_at: event.metadata.at }));
    },
    SameHereAdded(event, work) {
      const { account } = event.data;
      change(event, work, ({ same_here }) => ({ same_here: [...same_here.filter((id) => id !== account), account] }));
    },
    SameHereWithdrawn(event, work) {
      const { account } = event.data;
      change(event, work, ({ same_here }) => ({ same_here: same_here.filter((id) => id !== account) }));
    },
    AnecdoteImported(event, work) {
      change(event, work, () => ({}));
    },
    RedditPostReserved: 'ignore',
  },
});

type Row = NonNullable<ReturnType<typeof rowOf>>;

function rowOf(event: Recorded<JournalEvent>, work: UnitOfWork) {
  return work.row(anecdoteTable, idOf(event.stream));
}

/** True when the row already shows this event or a later one. */
function isKnown(event: Recorded<JournalEvent>, work: UnitOfWork): boolean {
  const row = rowOf(event, work);
  return row !== undefined && row.revision >= event.revision;
}

/**
 * Changes columns of the row. If the row is missing, the person was erased or the anecdote deleted, and nothing
 * changes.
 */
function change(event: Recorded<JournalEvent>, work: UnitOfWork, columns: (row: Row) => Partial<Row>): void {
  const row = rowOf(event, work);
  if (row === undefined || row.revision >= event.revision) return;
  work.put(anecdoteTable, { ...row, ...columns(row), revision: event.revision });
}
