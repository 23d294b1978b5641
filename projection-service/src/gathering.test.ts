import { expect, test, vi } from 'vitest';
import { untilNextBatch } from './gathering.ts';

const { signal } = new AbortController();

test('a batch right after another one waits 8 ms, and then until a reader waits for it, at most 100 ms in all', async () => {
  const previousStart = performance.now();
  const untilAwaited = vi.fn(async () => {});
  await untilNextBatch(previousStart, untilAwaited, signal);
  expect(performance.now() - previousStart).toBeGreaterThanOrEqual(7);
  const [rest] = untilAwaited.mock.lastCall as unknown as [number];
  expect(rest).toBeGreaterThan(0);
  expect(rest).toBeLessThanOrEqual(93);
});

test('the first batch, or one that comes 100 ms after another, does not wait for a reader', async () => {
  const untilAwaited = vi.fn(async () => {});
  await untilNextBatch(performance.now() - 100, untilAwaited, signal);
  await untilNextBatch(Number.NEGATIVE_INFINITY, untilAwaited, signal);
  expect(untilAwaited).not.toHaveBeenCalled();
});

test('a batch does not wait for a reader when the signal is aborted', async () => {
  const untilAwaited = vi.fn(async () => {});
  await untilNextBatch(performance.now(), untilAwaited, AbortSignal.abort());
  expect(untilAwaited).not.toHaveBeenCalled();
});
