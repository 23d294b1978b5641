import { idOf, type Projector } from '../projection/projector.ts';
import { accountDdl, accountTable } from './table.ts';

export const accountProjector: Projector = {
  name: 'account',
  version: 2,
  tables: [accountTable.name],
  ddl: accountDdl,
  handlers: {
    AccountRegistered(event, work) {
      const { username, email, full_name, role } = event.data;
      const { revision, metadata } = event;
      const id = idOf(event.stream);
      work.put(accountTable, { id, username, email, full_name, role, created_at: metadata.at, revision });
    },
    AccountErased: (event, work) => work.forget(accountTable, event.data.account),
    GuestJournalReset: 'ignore',
    UsernameReserved: 'ignore',
    SessionStarted: 'ignore',
    EmailVerified: 'ignore',
    EmailReserved: 'ignore',
    EmailVerificationRequested: 'ignore',
    PasswordResetRequested: 'ignore',
    PasswordChanged: 'ignore',
    SessionEnded: 'ignore',
    ApiKeyCreated: 'ignore',
    ApiKeyActivated: 'ignore',
    ApiKeyDeactivated: 'ignore',
    ApiKeyRotated: 'ignore',
    ApiKeyDeleted: 'ignore',
    MailSent: 'ignore',
    MailOpened: 'ignore',
    AnecdoteCreated: 'ignore',
    AnecdoteEdited: 'ignore',
    AnecdoteLinked: 'ignore',
    AnecdoteUnlinked: 'ignore',
    AnecdoteDeleted: 'ignore',
    AnecdoteRestored: 'ignore',
    SameHereAdded: 'ignore',
    SameHereWithdrawn: 'ignore',
    AnecdoteImported: 'ignore',
    RedditPostReserved: 'ignore',
  },
};
