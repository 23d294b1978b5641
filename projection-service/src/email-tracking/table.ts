import type { ColumnType } from 'kysely';
import type { Ddl, RowTable } from '../projection/table.ts';

type Instant = ColumnType<Date, string, string>;

export type MailTable = {
  id: string;
  account: string;
  recipient: string;
  campaign: string;
  sent_at: Instant;
  first_opened_at: Instant | null;
  last_opened_at: Instant | null;
  opens: number;
  revision: number;
};

export const mailTable: RowTable<{
  id: string;
  account: string;
  recipient: string;
  campaign: string;
  sent_at: string;
  first_opened_at: string | null;
  last_opened_at: string | null;
  opens: number;
  revision: number;
}> = {
  name: 'mail',
  owner: 'account',
  columns: {
    id: 'uuid',
    account: 'uuid',
    recipient: 'text',
    campaign: 'text',
    sent_at: 'timestamptz(3)',
    first_opened_at: 'timestamptz(3)',
    last_opened_at: 'timestamptz(3)',
    opens: 'int4',
    revision: 'int4',
  },
};

export const mailDdl: Ddl = {
  tables: (schema) => `
    create table ${schema}.mail (
      id uuid primary key,
      account uuid not null,
      recipient text not null,
      campaign text not null,
      sent_at timestamptz(3) not null,
      first_opened_at timestamptz(3),
      last_opened_at timestamptz(3),
      opens int4 not null,
      revision int4 not null
    );`,
  indexes: (schema) => `
    create index if not exists mail_account on ${schema}.mail (account, sent_at desc, id);`,
};
