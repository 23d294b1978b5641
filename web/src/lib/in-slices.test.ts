import { expect, test } from 'vitest';
import { inSlices } from './in-slices.ts';

/** Counts to `steps`, with a place to pause after each. */
function* count(steps: number): Generator<void, number> {
  let counted = 0;
  while (counted < steps) {
    counted += 1;
    yield;
  }
  return counted;
}

const { signal } = new AbortController();

test('long work lets other tasks run in between and returns its result', async () => {
  let others = 0;
  const timer = setInterval(() => {
    others += 1;
  });
  const result = await inSlices(count(20), signal, 0);
  clearInterval(timer);
  expect(result).toBe(20);
  expect(others).toBeGreaterThan(0);
});

test('short work finishes without a pause', async () => {
  let isLater = false;
  setTimeout(() => {
    isLater = true;
  });
  expect(await inSlices(count(3), signal, Number.POSITIVE_INFINITY)).toBe(3);
  expect(isLater).toBe(false);
});

test('aborted work ends with the reason', async () => {
  const controller = new AbortController();
  const work = count(1_000_000);
  const done = inSlices(work, controller.signal, 0);
  controller.abort(new Error('no longer wanted'));
  await expect(done).rejects.toThrow('no longer wanted');
});
