import type { JournalEvent } from '@anecdotes/contracts';
import { type Handler, idOf, type Projector } from '../projection/projector.ts';
import { dayUses, localDay, statisticsDdl } from './table.ts';

type Content = Extract<JournalEvent, { type: 'AnecdoteCreated' | 'AnecdoteEdited' | 'AnecdoteRestored' }>;

const written: Handler<Content> = (event, work) => {
  const anecdote = idOf(event.stream);
  const { owner, timestamp, time_zone } = event.data;
  work.use(dayUses, anecdote, [{ anecdote, owner, day: localDay(timestamp, time_zone) }]);
};

/** Nothing of the account's journal is shown any more. */
const forgotten: Handler<Extract<JournalEvent, { type: 'AccountErased' | 'GuestJournalReset' }>> = (event, work) => {
  work.forgetUses(dayUses, event.data.account);
};

export const statisticsProjector: Projector = {
  name: 'statistics',
  version: 1,
  tables: ['day_use', 'day', 'journal'],
  ddl: statisticsDdl,
  handlers: {
    AnecdoteCreated: written,
    AnecdoteEdited: written,
    AnecdoteRestored: written,
    AnecdoteDeleted: (event, work) => work.use(dayUses, idOf(event.stream), []),
    AnecdoteLinked: 'ignore',
    AnecdoteUnlinked: 'ignore',
    SameHereAdded: 'ignore',
    SameHereWithdrawn: 'ignore',
    AnecdoteImported: 'ignore',
    RedditPostReserved: 'ignore',
    AccountRegistered: 'ignore',
    UsernameReserved: 'ignore',
    SessionStarted: 'ignore',
    EmailReserved: 'ignore',
    EmailVerificationRequested: 'ignore',
    EmailVerified: 'ignore',
    PasswordResetRequested: 'ignore',
    PasswordChanged: 'ignore',
    AccountErased: forgotten,
    GuestJournalReset: forgotten,
    SessionEnded: 'ignore',
    ApiKeyCreated: 'ignore',
    ApiKeyActivated: 'ignore',
    ApiKeyDeactivated: 'ignore',
    ApiKeyRotated: 'ignore',
    ApiKeyDeleted: 'ignore',
    MailSent: 'ignore',
    MailOpened: 'ignore',
  },
};
