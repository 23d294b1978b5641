import { expect, test } from 'vitest';
import { cut } from './cut.ts';

test('a text that fits stays as it is, on one line', () => {
  expect(cut(' Rain\nall day. ', 13)).toBe('Rain all day.');
});

test('a longer text is cut after so many letters and says so', () => {
  expect(cut('The tram driver waited', 10)).toBe('The tram d…');
  expect(cut('The tram driver waited', 4)).toBe('The…');
});

test('a letter of several parts is never torn', () => {
  expect(cut('👩‍👩‍👧 at the lake', 1)).toBe('👩‍👩‍👧…');
  expect(cut('👩‍👩‍👧', 1)).toBe('👩‍👩‍👧');
});
