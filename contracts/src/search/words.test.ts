import { expect, test } from 'vitest';
import { editDistance, wordsOf } from './words.ts';

test.each([
  ['coffee', 'coffee', 0],
  ['cofee', 'coffee', 1],
  ['coffeee', 'coffee', 1],
  ['coffex', 'coffee', 1],
  ['cofefe', 'coffee', 1],
  ['ocffee', 'coffee', 1],
  ['tea', 'coffee', 3],
  ['', 'ab', 2],
])('%s is away from %s by %i', (a, b, distance) => {
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
