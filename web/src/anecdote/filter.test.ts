import { expect, test } from 'vitest';
import { noFilter, parseFilter } from './filter.ts';
import { periodWords } from './filter-words.ts';

test.each([
  ['2024-02-29', '2024-02-29'],
  ['2026-02-29', ''],
  ['2026-04-31', ''],
  ['2026-13-01', ''],
  ['2026-01-00', ''],
  ['0000-01-01', ''],
  ['0001-01-01', '0001-01-01'],
  ['yesterday', ''],
])('a custom period with the start day %s begins at "%s"', (from, begins) => {
  expect(parseFilter({ period: 'custom', from }).from).toBe(begins);
});

test.each([
  ['cello\0', 'cello'],
  ['  a\u0007 tram ', 'a tram'],
  ['half a \ud83d', 'half a'],
  ['🚋'.repeat(501), '🚋'.repeat(500)],
])('a search in the address is trimmed, cut at 500 characters, and loses unsearchable characters', (q, search) => {
  expect(parseFilter({ q }).q).toBe(search);
});

test('both days of a custom period are named with their year', () => {
  const year = new Date().getFullYear();
  const words = periodWords({ ...noFilter, period: 'custom', from: `${year - 1}-02-03`, to: `${year}-03-04` });
  expect(words).toMatch(new RegExp(`${year - 1}.*–.*${year}`));
});
