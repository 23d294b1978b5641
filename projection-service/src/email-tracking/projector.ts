import { idOf, type Projector } from '../projection/projector.ts';
import { mailDdl, mailTable } from './table.ts';

export const mailProjector: Projector = {
  name: 'email-tracking',
  version: 1,
  tables: [mailTable.name],
  ddl: mailDdl,
  lookUp(event) {
    return event.type === 'MailOpened' ? [{ table: mailTable, id: idOf(event.stream) }] : [];
  },
  handlers: {
    MailSent(event, work) {
      const { account, recipient, campaign } = event.data;
      work.put(mailTable, {
        id: idOf(event.stream),
        account,
        recipient,
        campaign,
        sent_at: event.metadata.at,
        first_opened_at: null,
        last_opened_at: null,
        opens: 0,
        revision: event.revision,
      });
    },
    MailOpened(event, work) {
      const row = work.row(mailTable, idOf(event.stream));
      if (row === undefined || row.revision >= event.revision) return;
      const { at } = event.metadata;
      work.put(mailTable, {
        ...row,
        first_opened_at: row.first_opened_at ?? at,
        last_opened_at: at,
        opens: row.opens + event.revision - row.revision,
        revision: event.revision,
      });
    },
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
    AccountRegistered: 'ignore',
    UsernameReserved: 'ignore',
    SessionStarted: 'ignore',
    EmailReserved: 'ignore',
    EmailVerificationRequested: 'ignore',
    EmailVerified: 'ignore',
    PasswordResetRequested: 'ignore',
    PasswordChanged: 'ignore',
    AccountErased: (event, work) => work.forget(mailTable, event.data.account),
    GuestJournalReset: 'ignore',
    SessionEnded: 'ignore',
    ApiKeyCreated: 'ignore',
    ApiKeyActivated: 'ignore',
    ApiKeyDeactivated: 'ignore',
    ApiKeyRotated: 'ignore',
    ApiKeyDeleted: 'ignore',
  },
};
