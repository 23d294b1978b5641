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

type Told = Recorded<Extract<JournalEvent, { type: HistoryType | 'GuestJournalReset' }>>;

const told = (event: Told, work: UnitOfWork) => note(event, work, idOf(event.stream));

/** Knows which events tell the history of each account and each anecdote. */
export const historyProjector = defineProjector({
  name: 'history',
  version: 2,
  tables: [historyTable],
  consumes: { ...anecdoteEvents, ...accountEvents, ...apiKeyEvents },
  forgets: 'journal',
  handlers: {
    AnecdoteCreated: told,
    AnecdoteEdited: told,
    AnecdoteLinked: told,
    AnecdoteUnlinked: told,
    AnecdoteDeleted: told,
    AnecdoteRestored: told,
    AnecdoteErased(event, work) {
      const id = idOf(event.stream);
      work.removeAll(historyTable, 'about', id);
      // That it was erased is still told, but not what it was.
      note(event, work, id);
    },
    // Follows the creation, which says that it came with an import.
    AnecdoteImported: 'ignore',
    SameHereAdded: 'ignore',
    SameHereWithdrawn: 'ignore',
    RedditPostReserved: 'ignore',
    // What was in the journal is forgotten; that it was emptied is told to programs that keep a copy.
    GuestJournalReset: told,
    AccountRegistered: told,
    EmailVerificationRequested: told,
    EmailVerified: told,
    PasswordResetRequested: told,
    PasswordChanged: told,
    JournalExported: told,
    AccountRead: told,
    AccountInvited: told,
    AccountDisabled: told,
    AccountEnabled: told,
    SessionStarted: told,
    SessionEnded: told,
    UsernameReserved: 'ignore',
    EmailReserved: 'ignore',
    ApiKeyCreated: told,
    ApiKeyActivated: told,
    ApiKeyDeactivated: told,
    ApiKeyRotated: told,
    ApiKeyDeleted: told,
  },
});

function note({ id, type, data, revision, position, metadata }: Told, work: UnitOfWork, about: string): void {
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
