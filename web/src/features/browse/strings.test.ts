import { expect, test } from 'vitest';
import { browseStrings } from './strings.ts';

test('a capped number of search results has a plus', () => {
  expect(browseStrings.showingSome(1_000, 100_000, true)).toBe('Showing 1,000+ of 100,000 anecdotes');
  expect(browseStrings.showingSome(1_000, 100_000, false)).toBe('Showing 1,000 of 100,000 anecdotes');
});
