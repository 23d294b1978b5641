import { expect, test } from 'vitest';
import { connectionStrings } from './strings.ts';

test('a diagram says in the right number how many anecdotes are not drawn', () => {
  expect([1, 2].map(connectionStrings.notDrawn)).toEqual([
    '1 more is shown only in the list.',
    '2 more are shown only in the list.',
  ]);
});
