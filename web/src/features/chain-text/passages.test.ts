import { describe, expect, test } from 'vitest';
import { anecdote } from '../../../../tests/support/anecdote-view.ts';
import { passagesOf } from './passages.ts';

const DAY = '2026-03-0';

function chain(links: Readonly<Record<string, string | null>>) {
  return Object.entries(links).map(([id, connected_to], index) =>
    anecdote(id, { connected_to, timestamp: `${DAY}${index + 1}T12:00:00Z` }),
  );
}

const read = (anecdotes: Parameters<typeof passagesOf>[0]) =>
  passagesOf(anecdotes).map(({ level, branch, anecdotes: run }) =>
    [level, branch && `${branch.at}/${branch.of} of ${branch.from?.id}`, ...run.map(({ id }) => id)].filter(
      (part) => part !== undefined,
    ),
  );

describe('a chain as one text', () => {
  test('is a single passage in reading order when nothing branches', () => {
    expect(read(chain({ last: 'middle', middle: 'first', first: null }))).toEqual([[0, 'first', 'middle', 'last']]);
  });

  test('contains each branch to its end before the next one, the oldest first', () => {
    const links = {
      root: null,
      trunk: 'root',
      left: 'trunk',
      right: 'trunk',
      'left end': 'left',
      'right end': 'right',
    };
    expect(read(chain(links))).toEqual([
      [0, 'root', 'trunk'],
      [1, '1/2 of trunk', 'left', 'left end'],
      [1, '2/2 of trunk', 'right', 'right end'],
    ]);
  });

  test('has one level more for each branch inside a branch', () => {
    const links = { root: null, a: 'root', b: 'root', aa: 'a', ab: 'a' };
    expect(read(chain(links))).toEqual([
      [0, 'root'],
      [1, '1/2 of root', 'a'],
      [2, '1/2 of a', 'aa'],
      [2, '2/2 of a', 'ab'],
      [1, '2/2 of root', 'b'],
    ]);
  });

  test('keeps anecdotes whose parent is deleted, as branches of an undefined parent', () => {
    const left = chain({ one: 'deleted', other: 'deleted' });
    expect(read(left)).toEqual([
      [0, '1/2 of undefined', 'one'],
      [0, '2/2 of undefined', 'other'],
    ]);
    expect(passagesOf(left).map(({ isCutOff }) => isCutOff)).toEqual([true, true]);
  });

  test('contains each anecdote once when the links form a circle', () => {
    const circle = chain({ a: 'b', b: 'a' });
    expect(read(circle)).toEqual([[0, 'a', 'b']]);
    expect(passagesOf(circle)[0]?.isCutOff).toBe(false);
  });

  test('of ten thousand anecdotes in a row does not overflow the call stack', () => {
    const links = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`n${index}`, index === 0 ? null : `n${index - 1}`]),
    );
    const anecdotes = Object.entries(links).map(([id, connected_to]) => anecdote(id, { connected_to }));
    expect(passagesOf(anecdotes)).toHaveLength(1);
  });
});
