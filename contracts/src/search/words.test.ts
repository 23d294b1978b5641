import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, singleCharactersOf, unspacedLettersOf, wordsOf } from './words.ts';

test.each([
  ['coffee', 'coffee', 0],
  ['cofee', 'coffee', 1],
  ['coffeee', 'coffee', 1],
  ['coffex', 'coffee', 1],
  ['cofefe', 'coffee', 1],
  ['ocffee', 'coffee', 1],
  ['tea', 'coffee', 3],
  ['', 'ab', 2],
])('the edit distance between %s and %s is %i', (a, b, distance) => {
  expect(editDistance(a, b, 2)).toBe(distance);
  expect(editDistance(b, a, 2)).toBe(distance);
});

test('words are runs of letters, marks and digits', () => {
  expect(wordsOf("l'été — 3rd half-time, наст\u0306рій 雨")).toEqual([
    "l'été",
    '3rd',
    'half-time',
    'наст\u0306рій',
    '雨',
  ]);
});

test('an ASCII text has the same words and signs alone and next to other letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 30 }), (text) => {
      expect([...wordsOf(text), 'é']).toEqual(wordsOf(`${text} é`));
      expect(singleCharactersOf(text)).toEqual(singleCharactersOf(`${text} é`));
      expect([...unspacedLettersOf(text), '雨']).toEqual(unspacedLettersOf(`${text}雨`));
    }),
  );
});
