import {
  accountEvents,
  anecdoteEvents,
  apiKeyEvents,
  type HistoryType,
  type JournalEvent,
  type Recorded,
} from '@anecdotes/contracts';
import { defineProjector, idOf } from '../projection/projector.ts';
import type { UnitOfWork } from '../projection/unit-of-work.ts';
import { historyTable } from './table.ts';

type HistoryEvent = Recorded<Extract<JournalEvent, { type: HistoryType | 'GuestJournalReset' }>>;

const record = (event: HistoryEvent, work: UnitOfWork) => putRow(event, work, idOf(event.stream));

/** Records which events make up the history of each account and each anecdote. */
export const historyProjector = defineProjector({
  name: 'history',
  version: 2,
  tables: [historyTable],
  consumes: { ...anecdoteEvents, ...accountEvents, ...apiKeyEvents },
  forgets: 'journal',
  handlers: {
    AnecdoteCreated: record,
    AnecdoteEdited: record,
    AnecdoteLinked: record,
    AnecdoteUnlinked: record,
    AnecdoteDeleted: record,
    AnecdoteRestored: record,
    AnecdoteErased(event, work) {
      const id = idOf(event.stream);
      work.removeAll(historyTable, 'about', id);
      // That it was erased stays in the history, but not what it was.
      putRow(event, work, id);
    },
    // Follows the creation, which says that it came with an import.
    AnecdoteImported: 'ignore',
    SameHereAdded: 'ignore',
    SameHereWithdrawn: 'ignore',
    RedditPostReserved: 'ignore',
    // What was in the journal is forgotten; programs that keep a copy learn that it was emptied.
    GuestJournalReset: record,
    AccountRegistered: record,
    EmailVerificationRequested: record,
    EmailVerified: record,
    PasswordResetRequested: record,
    PasswordChanged: record,
    JournalExported: record,
    AccountRead: record,
    AccountInvited: record,
    AccountDisabled: record,
    AccountEnabled: record,
    SessionStarted: record,
    SessionEnded: record,
    UsernameReserved: 'ignore',
    EmailReserved: 'ignore',
    ApiKeyCreated: record,
    ApiKeyActivated: record,
    ApiKeyDeactivated: record,
    ApiKeyRotated: record,
    ApiKeyDeleted: record,
  },
});

function putRow({ id, type, data, revision, position, metadata }: HistoryEvent, work: UnitOfWork, about: string): void {
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
