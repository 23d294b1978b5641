import { defineCounter, defineFacet, text, texts, uuid } from '../projection/table.ts';

export { indexedWordsOf } from './indexed.ts';

const wordCounter = defineCounter({
  name: 'word',
  key: { owner: uuid(), word: text() },
  countedBy: { owner: 'owner', word: 'words' },
  indexes: (schema) => `
    create index if not exists word_beginning on ${schema}.word (owner, word text_pattern_ops);
    create index if not exists word_end on ${schema}.word (owner, reverse(word) text_pattern_ops);`,
});

/** One row for each anecdote: what it is found by. */
export const wordUses = defineFacet({
  name: 'word_use',
  columns: { anecdote: uuid(), owner: uuid(), words: texts() },
  primaryKey: ['anecdote'],
  counters: [wordCounter],
  indexes: (schema) =>
    `create index if not exists word_use_by_word on ${schema}.word_use using gin (owner public.uuid_ops, words);`,
});
