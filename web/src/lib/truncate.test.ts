import { expect, test } from 'vitest';
import { truncate } from './truncate.ts';

test('a text that fits stays as it is, on one line', () => {
  expect(truncate(' Rain\nall day. ', 13)).toBe('Rain all day.');
});

test('a longer text is cut after so many letters and says so', () => {
  expect(truncate('The tram driver waited', 10)).toBe('The tram d…');
  expect(truncate('The tram driver waited', 4)).toBe('The…');
});

test('a letter of several parts is never torn', () => {
  expect(truncate('👩‍👩‍👧 at the lake', 1)).toBe('👩‍👩‍👧…');
  expect(truncate('👩‍👩‍👧', 1)).toBe('👩‍👩‍👧');
});
