import { expect, test } from 'vitest';
import { createLastPositions } from './last-positions.ts';

test('the latest position of each caller is remembered, whatever the order of the answers', () => {
  const positions = createLastPositions();
  positions.record('ann', '9');
  positions.record('ann', '10');
  positions.record('ann', '7');
  positions.record('ben', '3');
  positions.record('ben', 'none');
  expect([positions.of('ann'), positions.of('ben'), positions.of('cat')]).toEqual([10n, 3n, undefined]);
});

test('the least recent callers are dropped when there are more than the limit', () => {
  const positions = createLastPositions(2);
  for (const caller of ['ann', 'ben', 'cat']) positions.record(caller, '1');
  expect([positions.of('ann'), positions.of('ben'), positions.of('cat')]).toEqual([undefined, 1n, 1n]);
});
