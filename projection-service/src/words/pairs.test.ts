import { expect, test } from 'vitest';
import { pairNumber } from './pairs.ts';

test.each([
  ['tram', 'driver', 23_068],
  ['été', '😀', 9_642],
  ['雨', 'a', 21_794],
  ['😀', '😀x', -1_875],
])('the pair %s %s keeps the number under which it is stored', (first, second, number) => {
  expect(pairNumber(first, second)).toBe(number);
});
