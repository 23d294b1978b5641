import { mailEvents } from '@anecdotes/contracts';
import { changeRow, defineProjector, idOf } from '../projection/projector.ts';
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
      const { at } = event.metadata;
      changeRow(mailTable, event, work, ({ first_opened_at, opens, revision }) => ({
        first_opened_at: first_opened_at ?? at,
        last_opened_at: at,
        opens: opens + event.revision - revision,
      }));
    },
  },
});
