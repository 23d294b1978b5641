import { expect, test, vi } from 'vitest';
import { untilNextBatch } from './gathering.ts';

const { signal } = new AbortController();

test('a batch right after another waits 8 ms, and then for somebody who wants to read, 100 ms in all', async () => {
  const begun = performance.now();
  const untilAwaited = vi.fn(async () => {});
  await untilNextBatch(begun, untilAwaited, signal);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(7);
  const [rest] = untilAwaited.mock.lastCall as unknown as [number];
  expect(rest).toBeGreaterThan(0);
  expect(rest).toBeLessThanOrEqual(93);
});

test('a batch that comes 100 ms after another, or is the first, waits for nobody', async () => {
  const untilAwaited = vi.fn(async () => {});
  await untilNextBatch(performance.now() - 100, untilAwaited, signal);
  await untilNextBatch(Number.NEGATIVE_INFINITY, untilAwaited, signal);
  expect(untilAwaited).not.toHaveBeenCalled();
});

test('when the signal aborts nothing is waited for', async () => {
  const untilAwaited = vi.fn(async () => {});
  await untilNextBatch(performance.now(), untilAwaited, AbortSignal.abort());
  expect(untilAwaited).not.toHaveBeenCalled();
});
