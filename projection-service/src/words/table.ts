import { defineCounter, defineFacet, text, texts, uuid } from '../projection/table.ts';

const wordCounter = defineCounter({
  name: 'word',
  key: { owner: uuid(), word: text() },
  countedBy: { owner: 'owner', word: 'words' },
  indexes: (schema) => `
    create index if not exists word_beginning on ${schema}.word (owner, word text_pattern_ops);
    create index if not exists word_end on ${schema}.word (owner, reverse(word) text_pattern_ops);`,
});

/** One row for each anecdote: the different words of its description, tags and location, folded. */
export const wordUses = defineFacet({
  name: 'word_use',
  columns: { anecdote: uuid(), owner: uuid(), words: texts() },
  primaryKey: ['anecdote'],
  counters: [wordCounter],
});
