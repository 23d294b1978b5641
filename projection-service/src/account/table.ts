import type { ColumnType } from 'kysely';
import type { Ddl, RowTable } from '../projection/table.ts';

export type AccountTable = {
  id: string;
  username: string;
  email: string | null;
  full_name: string;
  role: 'guest' | 'member';
  created_at: ColumnType<Date, string, string>;
  revision: number;
};

export const accountTable: RowTable<{
  id: string;
  username: string;
  email: string | null;
  full_name: string;
  role: 'guest' | 'member';
  created_at: string;
  revision: number;
}> = {
  name: 'account',
  owner: 'id',
  columns: {
    id: 'uuid',
    username: 'text',
    email: 'text',
    full_name: 'text',
    role: 'text',
    created_at: 'timestamptz(3)',
    revision: 'int4',
  },
};

export const accountDdl: Ddl = {
  tables: (schema) => `
    create table ${schema}.account (
      id uuid primary key,
      username text not null,
      email text,
      full_name text not null,
      role text not null,
      created_at timestamptz(3) not null,
      revision int4 not null
    );`,
  indexes: () => '',
};
