import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runAll } from './run-all.ts';

const items = Array.from({ length: 10 }, (_, index) => index);

test('the results are in the order of the items, and at most so many run at the same time', async () => {
  let running = 0;
  let most = 0;
  const results = await runAll(items, 3, async (item, index) => {
    running += 1;
    most = Math.max(most, running);
    await delay(10 - item);
    running -= 1;
    return [item, index];
  });
  expect(results).toEqual(items.map((item) => [item, item]));
  expect(most).toBe(3);
});

test('after a failure none is begun, and those that run end before it is thrown', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const running = runAll(items, 3, async (item) => {
    begun.push(item);
    await delay(10 * item);
    if (item === 0) throw new Error('the first');
    ended.push(item);
  });
  await expect(running).rejects.toThrow('the first');
  expect([begun, ended]).toEqual([
    [0, 1, 2],
    [1, 2],
  ]);
  await delay(20);
  expect(begun).toEqual([0, 1, 2]);
});
