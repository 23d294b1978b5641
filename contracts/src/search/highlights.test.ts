import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchFields } from '../parameters.ts';
import { highlightsOf } from './highlights.ts';
import { parseSearch } from './query.ts';
import { matcherOf, searchedTexts, weightOf } from './searched-text.ts';

/** The marked pieces of a description. */
function marked(description: string, query: string, meanings = new Map<string, string[]>()): string[] {
  const texts = { description, tags: [], location: null };
  return highlightsOf(texts, parseSearch(query), undefined, meanings).map(({ start, end }) =>
    description.slice(start, end),
  );
}

test('highlights mark every occurrence, whatever its case', () => {
  expect(marked('Coffee, more coffee and COFFEE', 'coffee')).toEqual(['Coffee', 'coffee', 'COFFEE']);
});

test('highlights mark the original characters where folding changes the length of a text', () => {
  expect(marked('İstanbul in İzmir', 'i\u0307z')).toEqual(['İz']);
  expect(marked('cafe\u0301 and café', 'CAFÉ')).toEqual(['cafe\u0301', 'café']);
  expect(marked('😀 ΟΔΟΣ οδός', 'οδοσ')).toEqual(['ΟΔΟΣ', 'οδός']);
  expect(marked('Große Straße', 'strasse')).toEqual(['Straße']);
  expect(marked('aaa', 'aa')).toEqual(['aa']);
  expect(marked('The ﬁnal ｶﾞｽ', 'final ガス')).toEqual(['ﬁnal', 'ｶﾞｽ']);
  expect(marked('서울 한국'.normalize('NFD'), '한국')).toEqual(['한국'.normalize('NFD')]);
  expect(marked('On the Do\u00adnau', '\u200edonau\u200b')).toEqual(['Do\u00adnau']);
});

test('highlights mark other forms of a word as a whole, and the word that a mistyped one was meant to be', () => {
  expect(marked('The heron saw herons', 'herons')).toEqual(['heron', 'herons']);
  expect(marked('Making and made', 'makes')).toEqual(['Making']);
  expect(marked('Morning coffee', 'cofee', new Map([['cofee', ['coffee']]]))).toEqual(['coffee']);
});

test('highlights mark the longer of two matches that begin together, and no excluded term', () => {
  expect(marked('heron', 'her heron')).toEqual(['heron']);
  expect(marked('heron on the canal', 'canal -heron')).toEqual(['canal']);
  expect(marked('heron on the canal', '"on the"')).toEqual(['on the']);
});

test('a phrase is marked with all spaces and line breaks between its words', () => {
  expect(marked('heron.  On\n\nthe canal', '"heron. on the"')).toEqual(['heron.  On\n\nthe']);
});

test('a highlight names the field, and for a tag also its index', () => {
  const texts = { description: 'none', tags: ['x', 'river'], location: 'River bank' };
  expect(highlightsOf(texts, parseSearch('river'))).toEqual([
    { field: 'tags', index: 1, start: 0, end: 5 },
    { field: 'location', start: 0, end: 5 },
  ]);
  expect(highlightsOf(texts, parseSearch('river'), new Set(['description'] as const))).toEqual([]);
  expect(highlightsOf(texts, parseSearch('tag:river place:bank'))).toEqual([
    { field: 'tags', index: 1, start: 0, end: 5 },
    { field: 'location', start: 6, end: 10 },
  ]);
});

test('a tag is marked as a whole, whether it begins with a # or not', () => {
  const texts = { description: '', tags: ['river', '#river', 'rivers'], location: null };
  for (const query of ['tag:river', 'tag:#river']) {
    expect(highlightsOf(texts, parseSearch(query))).toEqual([
      { field: 'tags', index: 0, start: 0, end: 5 },
      { field: 'tags', index: 1, start: 0, end: 6 },
    ]);
  }
});

test('each piece of a text is found as a phrase, and is marked', () => {
  const characters = fc.constantFrom('a', 'É', 'ß', ' ', '\n', '.', '#', '-', '’', '雨', '😀', '\n\u0e31');
  fc.assert(
    fc.property(fc.array(characters, { minLength: 1, maxLength: 10 }), fc.nat(9), fc.nat(9), (text, from, length) => {
      const piece = text.slice(from, from + length).join('');
      fc.pre(piece.trim() !== '');
      const anecdote = { description: text.join(''), tags: [], location: null, coordinates: null };
      const phrase = parseSearch(`"${piece}"`);
      const [matcher] = phrase.flatMap((term) => matcherOf(term, new Set(searchFields)) ?? []);
      expect(matcher && weightOf(matcher, searchedTexts(anecdote))).toBeGreaterThan(0);
      expect(highlightsOf(anecdote, phrase)).not.toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});
