import { defineTable, integer, nullable, text, uuid } from '../projection/table.ts';

/**
 * Which events count in journals that were erased or emptied. One row for each account that is erased; one for the
 * shared account, with the position up to which its journal was emptied; and one for each anecdote that was created in
 * the shared journal since then.
 */
export const journalScope = defineTable({
  name: 'journal_scope',
  owner: 'account',
  columns: {
    id: uuid(),
    account: uuid(),
    kind: text<'erased' | 'shared' | 'anecdote'>(),
    emptied_at: nullable(text()),
    revision: integer(),
  },
});
