import { afterEach, expect, test, vi } from 'vitest';
import { untilNextBatch } from './gathering.ts';

const { signal } = new AbortController();

afterEach(() => vi.restoreAllMocks());

test('a batch right after another one waits 8 ms, and then until a reader waits for it, at most 100 ms in all', async () => {
  // A busy machine may take longer for the first wait.
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const untilAwaited = vi.fn(async () => {});
  const begun = process.hrtime.bigint();
  const waiting = untilNextBatch(1_000, untilAwaited, signal);
  now = 1_008;
  await waiting;
  expect(process.hrtime.bigint() - begun).toBeGreaterThanOrEqual(7_000_000n);
  expect(untilAwaited).toHaveBeenCalledExactlyOnceWith(92, signal);
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
