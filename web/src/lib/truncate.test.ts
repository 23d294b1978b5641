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

test('a cut of 60 characters or more leaves out the word that it would split, unless that is very long', () => {
  const line = 'It rained, and the tram was late again. It rained, and the tram was late again.';
  expect(truncate(line, 76)).toBe('It rained, and the tram was late again. It rained, and the tram was late…');
  expect(truncate('a'.repeat(100), 60)).toBe(`${'a'.repeat(60)}…`);
});
