import { defineTable, instant, integer, nullable, uuid } from '../projection/table.ts';

/** One row for each anecdote that came with sample data, even while it is deleted. */
export const sampleTable = defineTable({
  name: 'sample',
  owner: 'owner',
  columns: {
    id: uuid(),
    owner: uuid(),
    deleted_at: nullable(instant()),
    /** The operation that removed it together with the other samples. */
    removal: nullable(uuid()),
    revision: integer(),
  },
  indexes: (schema) => `create index if not exists sample_owner on ${schema}.sample (owner, deleted_at, id);`,
});
