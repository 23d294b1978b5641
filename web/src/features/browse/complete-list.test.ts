import { expect, test } from 'vitest';
import { anecdote } from '../../../../tests/support/anecdote-view.ts';
import { completeList } from './complete-list.ts';

test('a complete list is grouped by month and has the chains of its linked anecdotes', () => {
  const at = (id: string, month: string, connected_to: string | null = null) =>
    anecdote(id, { timestamp: `2026-${month}-20T12:00:00.000Z`, connected_to });
  const list = completeList([at('a', '10'), at('b', '11', 'a'), at('c', '11')]);
  expect(list).toMatchObject({
    total: 3,
    months: [
      { key: '2026-10', count: 1 },
      { key: '2026-11', count: 2 },
    ],
  });
  expect([...list.chains.keys()].sort()).toEqual(['a', 'b']);
  expect([list.at(2)?.id, list.at(3)]).toEqual(['c', undefined]);
});
