import { beforeAll, expect, test } from 'vitest';
import { anecdote } from '../../../../tests/support/anecdote-view.ts';
import { openBrowserTab } from '../../lib/browser-stand-in.ts';

let neighbours: typeof import('./neighbours.ts').neighbours;

beforeAll(async () => {
  openBrowserTab();
  ({ neighbours } = await import('./neighbours.ts'));
});

test('the neighbours of an anecdote are its parent and those that continue it directly, the oldest of them next', () => {
  const found = neighbours({
    current: anecdote('c', { connected_to: 'b' }),
    parents: [anecdote('b', { connected_to: 'a' }), anecdote('a')],
    children: [
      anecdote('d', { connected_to: 'c' }),
      anecdote('e', { connected_to: 'c' }),
      anecdote('f', { connected_to: 'd' }),
    ],
    complete: true,
  });
  expect(found.previous?.id).toBe('b');
  expect(found.following.map(({ id }) => id)).toEqual(['d', 'e']);
  expect(found.next?.id).toBe('d');
  expect(found.continuesDeleted).toBe(false);
});

test('an anecdote whose parent is missing continues a deleted one, unless the chain was cut there', () => {
  const current = anecdote('b', { connected_to: 'a' });
  expect(neighbours({ current, parents: [], children: [], complete: true }).continuesDeleted).toBe(true);
  expect(neighbours({ current, parents: [], children: [], complete: false }).continuesDeleted).toBe(false);
});

test('an anecdote has no neighbours before its connections are known', () => {
  expect(neighbours(undefined)).toEqual({
    previous: undefined,
    following: [],
    next: undefined,
    continuesDeleted: false,
  });
});
