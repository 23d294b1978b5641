import { defineCounter, defineFacet, instant, text, uuid } from '../projection/table.ts';

const tagCounter = defineCounter({
  name: 'tag',
  key: { owner: uuid(), name: text() },
  countedBy: { owner: 'owner', name: 'tag' },
});

/** One row for each tag of each anecdote. */
export const tagUses = defineFacet({
  name: 'tag_use',
  columns: { anecdote: uuid(), owner: uuid(), tag: text(), at: instant() },
  primaryKey: ['anecdote', 'tag'],
  counters: [tagCounter],
  indexes: (schema) => `create index if not exists tag_use_by_tag on ${schema}.tag_use (owner, tag, at, anecdote);`,
});
