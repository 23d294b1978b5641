import type { ApiKeyScope } from '@anecdotes/contracts';
import type { ColumnType } from 'kysely';
import type { Ddl, RowTable } from '../projection/table.ts';

type Instant = ColumnType<Date, string, string>;

export type ApiKeyTable = {
  id: string;
  account: string;
  name: string;
  key_hash: string;
  scopes: ApiKeyScope[];
  status: 'active' | 'inactive';
  created_at: Instant;
  expires_at: Instant | null;
  revision: number;
};

export const apiKeyTable: RowTable<{
  id: string;
  account: string;
  name: string;
  key_hash: string;
  scopes: ApiKeyScope[];
  status: 'active' | 'inactive';
  created_at: string;
  expires_at: string | null;
  revision: number;
}> = {
  name: 'api_key',
  owner: 'account',
  columns: {
    id: 'uuid',
    account: 'uuid',
    name: 'text',
    key_hash: 'text',
    scopes: 'text[]',
    status: 'text',
    created_at: 'timestamptz(3)',
    expires_at: 'timestamptz(3)',
    revision: 'int4',
  },
};

export const apiKeyDdl: Ddl = {
  tables: (schema) => `
    create table ${schema}.api_key (
      id uuid primary key,
      account uuid not null,
      name text not null,
      key_hash text not null,
      scopes text[] not null,
      status text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3),
      revision int4 not null
    );`,
  indexes: (schema) => `
    create index if not exists api_key_account on ${schema}.api_key (account, id);`,
};
