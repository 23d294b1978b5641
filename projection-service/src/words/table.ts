import { defineCounter, defineFacet, instant, smallIntegers, text, texts, uuid } from '../projection/table.ts';

export { indexedWordsOf } from './indexed.ts';
export { pairsOf } from './pairs.ts';

const wordCounter = defineCounter({
  name: 'word',
  key: { owner: uuid(), word: text() },
  countedBy: { owner: 'owner', word: 'words' },
  indexes: (schema) => `
    create index if not exists word_beginning on ${schema}.word (owner, word text_pattern_ops);
    create index if not exists word_end on ${schema}.word (owner, reverse(word) text_pattern_ops);`,
});

/** One row for each anecdote: when it was, the words it is found by, and which of them stand one behind the other. */
export const wordUses = defineFacet({
  name: 'word_use',
  columns: { anecdote: uuid(), owner: uuid(), at: instant(), words: texts(), pairs: smallIntegers() },
  primaryKey: ['anecdote'],
  counters: [wordCounter],
  indexes: (schema) =>
    `create index if not exists word_use_by_word on ${schema}.word_use using gin (owner public.uuid_ops, words, pairs);`,
});
