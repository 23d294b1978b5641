import { expect, test } from 'vitest';
import { fileStrings } from './file-strings.ts';

test('the counts of a file say how many of the new anecdotes go to the trash, and how many are there already', () => {
  const report = {
    format: 'anecdotes',
    entries: 4,
    new: 3,
    deleted: 2,
    trashed: 0,
    known: 3,
    known_deleted: 2,
  } as const;
  const rest = { preview: [], problems: [], problem_count: 0, table: null };
  expect(fileStrings.counts({ ...report, ...rest })).toEqual([
    '3 new',
    '2 of the new ones to be put in your trash',
    '1 already in your journal, left as they are',
    '2 already in your trash, left there',
  ]);
  expect(fileStrings.counts({ ...report, ...rest, deleted: 0, known: 2 })).toEqual([
    '3 new',
    '2 already in your trash, left there',
  ]);
});
