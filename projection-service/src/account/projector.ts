import { accountEvents } from '@anecdotes/contracts';
import { defineProjector, idOf } from '../projection/projector.ts';
import { accountTable } from './table.ts';

export const accountProjector = defineProjector({
  name: 'account',
  version: 2,
  tables: [accountTable],
  consumes: accountEvents,
  forgets: 'account',
  handlers: {
    AccountRegistered(event, work) {
      const { username, email, full_name, role } = event.data;
      const { revision, metadata } = event;
      const id = idOf(event.stream);
      work.put(accountTable, { id, username, email, full_name, role, created_at: metadata.at, revision });
    },
    UsernameReserved: 'ignore',
    SessionStarted: 'ignore',
    EmailVerified: 'ignore',
    EmailReserved: 'ignore',
    EmailVerificationRequested: 'ignore',
    PasswordResetRequested: 'ignore',
    PasswordChanged: 'ignore',
    JournalExported: 'ignore',
    AccountRead: 'ignore',
    AccountInvited: 'ignore',
    AccountDisabled: 'ignore',
    AccountEnabled: 'ignore',
    SessionEnded: 'ignore',
  },
});
