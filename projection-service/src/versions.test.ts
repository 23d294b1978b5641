import type { AccountId } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import type { ViewsMoved } from './projection/views-moved.ts';
import { followVersions } from './versions.ts';

function versions(max?: number) {
  let emit: (moved: ViewsMoved) => void = () => {};
  const { versionOf } = followVersions(
    {
      onMove(listener) {
        emit = listener;
        return () => {};
      },
    },
    max,
  );
  const move = (...owners: string[]) => emit({ position: 1n, owners: owners[0] === '*' ? '*' : owners });
  return { move, of: (...accounts: string[]) => accounts.map((account) => versionOf(account as AccountId)) };
}

test('a version changes with each move of its account, but not with a move of another account', () => {
  const { move, of } = versions();
  const [ann, ben] = of('ann', 'ben');
  move('ann');
  const [next] = of('ann');
  expect(next).not.toBe(ann);
  expect(of('ben')).toEqual([ben]);
  move('ann', 'ben');
  expect(of('ann', 'ben')).not.toContain(next);
});

test('a move of unknown accounts changes every version', () => {
  const { move, of } = versions();
  move('ann');
  const before = of('ann', 'ben');
  move('*');
  for (const after of of('ann', 'ben')) expect(before).not.toContain(after);
});

test('an account that is evicted from memory keeps its version, and never gets an earlier one again', () => {
  const { move, of } = versions(1);
  const seen = new Set(of('ann'));
  for (let round = 0; round < 5; round += 1) {
    move('ann');
    const [version = ''] = of('ann');
    expect(seen).not.toContain(version);
    seen.add(version);
    move('ben');
    expect(of('ann')).toEqual([version]);
  }
});

test('versions of two processes are never the same', () => {
  expect(versions().of('ann')).not.toEqual(versions().of('ann'));
});
