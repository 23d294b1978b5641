import { expect, test } from 'vitest';
import { fileStrings } from './file-strings.ts';

test('the counts of a file say how many of the new anecdotes go to the trash', () => {
  const report = { format: 'anecdotes', entries: 4, new: 3, deleted: 2, trashed: 0, known: 1 } as const;
  const rest = { preview: [], problems: [], problem_count: 0, table: null };
  expect(fileStrings.counts({ ...report, ...rest })).toEqual([
    '3 new',
    '2 of the new ones to be put in your trash',
    '1 already in your journal, left as they are',
  ]);
  expect(fileStrings.counts({ ...report, ...rest, deleted: 0 })).toHaveLength(2);
});
