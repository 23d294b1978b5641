import { type AnecdoteContent, indexedTextsOf } from '@anecdotes/contracts';
import { spotColumnAndRow } from '../map/grid.ts';
import {
  defineCounter,
  defineFacet,
  float,
  instant,
  integer,
  nullable,
  smallIntegers,
  text,
  texts,
  uuid,
} from '../projection/table.ts';
import { indexedWordsOf } from './indexed.ts';
import { pairsOf } from './pairs.ts';

const wordCounter = defineCounter({
  name: 'word',
  key: { owner: uuid(), word: text() },
  countedBy: { owner: 'owner', word: 'words' },
  indexes: (schema) => `
    create index if not exists word_beginning on ${schema}.word (owner, word text_pattern_ops);
    create index if not exists word_end on ${schema}.word (owner, reverse(word) text_pattern_ops);
    create index if not exists word_part on ${schema}.word
      using gin (owner public.uuid_ops, word public.gin_trgm_ops);`,
});

/**
 * One row for each anecdote: its time and place, so that a map of search hits need not read the anecdote itself, the
 * words it is found by, and its pairs of consecutive words.
 */
export const wordUses = defineFacet({
  name: 'word_use',
  columns: {
    anecdote: uuid(),
    owner: uuid(),
    at: instant(),
    lat: nullable(float()),
    lng: nullable(float()),
    spot_column: nullable(integer()),
    spot_row: nullable(integer()),
    first_tag: text(),
    words: texts(),
    pairs: smallIntegers(),
  },
  primaryKey: ['anecdote'],
  counters: [wordCounter],
  indexes: (schema) =>
    `create index if not exists word_use_by_word on ${schema}.word_use using gin (owner public.uuid_ops, words, pairs);`,
});

/** The columns of the facet for the content of an anecdote. */
export function wordColumns({ timestamp, ...content }: Omit<AnecdoteContent, 'time_zone'>) {
  const { coordinates, tags } = content;
  const indexed = indexedTextsOf(content);
  const [spot_column, spot_row] = coordinates === null ? [null, null] : spotColumnAndRow(coordinates);
  return {
    ...{ at: timestamp, lat: coordinates?.lat ?? null, lng: coordinates?.lng ?? null, spot_column, spot_row },
    ...{ first_tag: tags[0] ?? '', words: indexedWordsOf(content, indexed), pairs: pairsOf(indexed) },
  };
}
