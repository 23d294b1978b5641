import { expect, test } from 'vitest';
import { truncate } from './truncate.ts';

test('a text that fits is kept whole, on one line', () => {
  expect(truncate(' Rain\nall day. ', 13)).toBe('Rain all day.');
});

test('a longer text is cut after the given number of characters and ends with an ellipsis', () => {
  expect(truncate('The tram driver waited', 10)).toBe('The tram d…');
  expect(truncate('The tram driver waited', 4)).toBe('The…');
});

test('a character of several code points is never split', () => {
  expect(truncate('👩‍👩‍👧 at the lake', 1)).toBe('👩‍👩‍👧…');
  expect(truncate('👩‍👩‍👧', 1)).toBe('👩‍👩‍👧');
});
