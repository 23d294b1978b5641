import { defineTable, instant, integer, nullable, text, uuid } from '../projection/table.ts';

export const mailTable = defineTable({
  name: 'mail',
  owner: 'account',
  columns: {
    id: uuid(),
    account: uuid(),
    recipient: text(),
    campaign: text(),
    sent_at: instant(),
    first_opened_at: nullable(instant()),
    last_opened_at: nullable(instant()),
    opens: integer(),
    revision: integer(),
  },
  indexes: (schema) => `create index if not exists mail_account on ${schema}.mail (account, sent_at desc, id);`,
});
