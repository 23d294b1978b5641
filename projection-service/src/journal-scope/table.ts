import type { Ddl, RowTable } from '../projection/table.ts';

/**
 * What still counts of journals that do not hold everything that was recorded of them. One row for each account that
 * is erased; one for the shared account, with the position up to which its journal was emptied; and one for each
 * anecdote that was begun in the shared journal since then.
 */
export const journalScope: RowTable<{
  id: string;
  account: string;
  kind: 'erased' | 'shared' | 'anecdote';
  emptied_at: string | null;
  revision: number;
}> = {
  name: 'journal_scope',
  owner: 'account',
  columns: { id: 'uuid', account: 'uuid', kind: 'text', emptied_at: 'text', revision: 'int4' },
};

export const journalScopeDdl: Ddl = {
  tables: (schema) => `
    create table ${schema}.journal_scope (
      id uuid primary key,
      account uuid not null,
      kind text not null,
      emptied_at text,
      revision int4 not null
    );`,
  indexes: () => '',
};
