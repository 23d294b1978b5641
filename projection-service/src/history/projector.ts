import {
  accountEvents,
  anecdoteEvents,
  type HistoryType,
  historyTypes,
  type JournalEvent,
  type Recorded,
} from '@anecdotes/contracts';
import { defineProjector, type Handler, idOf } from '../projection/projector.ts';
import type { UnitOfWork } from '../projection/unit-of-work.ts';
import { historyTable, type unshownTypes } from './table.ts';

type HistoryEvent = Extract<JournalEvent, { type: HistoryType | (typeof unshownTypes)[number] }>;

const record: Handler<HistoryEvent> = (event, work) => putRow(event, work, idOf(event.stream));

const types = Object.values(historyTypes).flat();
const events = Object.fromEntries(types.map((type) => [type, { type }])) as {
  readonly [Type in HistoryType]: { readonly type: Type };
};
const recordEach = Object.fromEntries(types.map((type) => [type, record])) as Record<HistoryType, typeof record>;

/** Records which events make up the history of each account and each anecdote, and each Same Here. */
export const historyProjector = defineProjector({
  name: 'history',
  version: 3,
  tables: [historyTable],
  consumes: {
    ...events,
    GuestJournalReset: accountEvents.GuestJournalReset,
    SameHereAdded: anecdoteEvents.SameHereAdded,
    SameHereWithdrawn: anecdoteEvents.SameHereWithdrawn,
  },
  forgets: 'journal',
  handlers: {
    ...recordEach,
    AnecdoteErased(event, work) {
      const id = idOf(event.stream);
      work.removeAll(historyTable, 'about', id);
      // The history keeps the erasure, but not what was erased.
      putRow(event, work, id);
    },
    // The rows of the journal are removed; by this row, programs that keep a copy learn that it was emptied.
    GuestJournalReset: record,
    SameHereAdded: record,
    SameHereWithdrawn: record,
  },
});

function putRow(
  { id, type, data, revision, position, metadata }: Recorded<HistoryEvent>,
  work: UnitOfWork,
  about: string,
): void {
  const { at, origin, operation } = metadata;
  work.put(historyTable, {
    id,
    account: 'owner' in data ? data.owner : data.account,
    about,
    revision,
    position: String(position),
    at,
    type,
    channel: origin.channel,
    key: origin.key_id ?? null,
    operation: operation?.id ?? null,
    operation_kind: operation?.kind ?? null,
  });
}
