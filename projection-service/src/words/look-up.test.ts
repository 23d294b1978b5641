import {
  indexedTextsOf,
  matcherOf,
  type PlacedAnecdote,
  parseSearch,
  searchedTexts,
  searchFields,
  weightOf,
} from '@anecdotes/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decidingWords } from './deciding.ts';
import { indexedWordsOf, UNLISTED } from './indexed.ts';
import { lookUpFor } from './look-up.ts';
import { pairsOf } from './pairs.ts';
import { type Part, partsOf } from './parts.ts';

const pieces = fc.constantFrom(
  ...['heron', 'herons', "heron's", 'baby', 'babies', 'making', 'embed', 'embedding', 'reiher', 'reihern'],
  ...['the', 'bathe', 'garden', 'gardener', 'half-time', 'a', 'b', '12', 'Café', 'Straße', 'ΟΔΟΣ', 'İzmir'],
  ...[
    '京都',
    '鷺を',
    'ラーメン',
    'ไทย',
    '서울',
    '😀',
    '👍🏽',
    '❤️',
    '→',
    '%',
    '_',
    '++',
    '#',
    '"',
    '…',
    '@',
    '·',
    "'",
    '’s',
  ],
);
const between = fc.constantFrom(' ', ' ', ' ', ', ', '', '-', '/', '\n');
const texts = fc
  .array(fc.tuple(pieces, between), { maxLength: 12 })
  .map((parts) => parts.map((part) => part.join('')).join(''));
const anecdotes = fc.record({
  description: texts,
  tags: fc.array(texts, { maxLength: 2 }),
  location: fc.option(texts),
  coordinates: fc.option(fc.record({ address: fc.option(texts) })),
});
const terms = fc.tuple(fc.constantFrom('', '', '', 'tag:', 'place:', 'tag:"', 'place:"', '"', '"'), texts);
const queries = terms.map(([before, text]) => before + text + (before.endsWith('"') ? '"' : ''));

/** A part of `text`. It has no half of a surrogate pair, which no request can contain. */
const pieceOf = (text: string) =>
  fc.tuple(fc.nat(text.length), fc.nat(text.length)).map(([one, other]) => {
    return text.slice(Math.min(one, other), Math.max(one, other)).toWellFormed();
  });
const asked = anecdotes.chain((anecdote) =>
  fc.tuple(
    fc.constant(anecdote),
    fc.oneof(
      queries,
      pieceOf(anecdote.description),
      pieceOf(anecdote.description).map((piece) => `"${piece.replaceAll('"', '')}"`),
      pieceOf(anecdote.coordinates?.address ?? '').map((piece) => `place:"${piece.replaceAll('"', '')}"`),
    ),
  ),
);

/** True if a search finds `anecdote` by its texts. */
function isFound(anecdote: PlacedAnecdote, query: string): boolean {
  const searched = searchedTexts(anecdote);
  return parseSearch(query).every((term) => {
    const matcher = matcherOf(term, new Set(searchFields));
    return matcher === undefined || weightOf(matcher, searched) > 0 !== term.isExcluded;
  });
}

function isLike(word: string, pattern: string): boolean {
  const source = pattern.replace(/\\(.)|%|[\s\S]/gu, (found, escaped: string | undefined) => {
    return found === '%' ? '[\\s\\S]*' : (escaped ?? found).replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
  });
  return new RegExp(`^${source}$`, 'u').test(word);
}

function formsAmong(words: readonly string[], { patterns, isForm }: Part) {
  const forms = words.filter((word) => isForm(word) && patterns.some((pattern) => isLike(word, pattern)));
  return { words: forms, uses: forms.length };
}

test('every anecdote that a search finds has at least one of each list of words and pairs that are looked up', () => {
  fc.assert(
    fc.property(asked, ([anecdote, query]) => {
      fc.pre(isFound(anecdote, query));
      const words = indexedWordsOf(anecdote);
      const pairs = pairsOf(indexedTextsOf(anecdote));
      const known = partsOf(parseSearch(query)).map(({ parts, phrase }) => ({
        phrase,
        forms: parts.map((part) => formsAmong(words, part)),
      }));
      // In a long journal without other hits, nothing costs less than to look it up.
      const lookUp = lookUpFor(known, { total: 1_000_000, unlisted: 0, phrases: new Map() });
      for (const list of lookUp?.words ?? []) expect(list.filter((word) => words.includes(word))).not.toEqual([]);
      for (const list of lookUp?.pairs ?? []) expect(list.filter((pair) => pairs.includes(pair))).not.toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});

test('if words decide a search, it finds an anecdote that has one of each list', () => {
  fc.assert(
    fc.property(asked, ([anecdote, query]) => {
      const words = indexedWordsOf(anecdote);
      const terms = partsOf(parseSearch(query));
      const forms = new Map(terms.flatMap(({ parts }) => parts.map((part) => [part, formsAmong(words, part)])));
      const lists = decidingWords(parseSearch(query), terms, forms);
      fc.pre(lists?.every((list) => list.length > 0) === true);
      expect(isFound(anecdote, query)).toBe(true);
    }),
    { numRuns: 1_000, maxSkipsPerRun: 1_000 },
  );
});

test('words do not decide excluded terms, phrases, places and text without spaces', () => {
  const decided = (query: string) => {
    const terms = partsOf(parseSearch(query));
    const forms = new Map(terms.flatMap(({ parts }) => parts.map((part) => [part, { words: ['x'], uses: 1 }])));
    return decidingWords(parseSearch(query), terms, forms) !== undefined;
  };
  expect(['heron', 'heron canal', 'tag:x heron'].map(decided)).toEqual([true, true, true]);
  expect(decided('embedding')).toBe(false);
  expect(['-heron', 'heron -canal', '"the heron"', 'place:x', '雨', 'x has:place', 'a_b'].map(decided)).toEqual(
    Array(7).fill(false),
  );
});

test('a word that most anecdotes have is not looked up, but searched for among the newest ones', () => {
  const forms = [{ words: ['the', 'then'], uses: 90_000 }];
  const shares = { total: 100_000, unlisted: 0, phrases: new Map() };
  expect(lookUpFor([{ forms, phrase: undefined }], shares)).toBeUndefined();
});

test('a rare word is looked up, together with the texts whose words are not listed', () => {
  const forms = [{ words: ['heron', 'herons'], uses: 20 }];
  const shares = { total: 100_000, unlisted: 5, phrases: new Map() };
  expect(lookUpFor([{ forms, phrase: undefined }], shares)).toEqual({
    words: [['heron', 'herons', UNLISTED]],
    pairs: [],
  });
});
