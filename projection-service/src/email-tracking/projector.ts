import { mailEvents } from '@anecdotes/contracts';
import { defineProjector, idOf } from '../projection/projector.ts';
import { mailTable } from './table.ts';

export const mailProjector = defineProjector({
  name: 'email-tracking',
  version: 1,
  tables: [mailTable],
  consumes: mailEvents,
  forgets: 'account',
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
  },
});
