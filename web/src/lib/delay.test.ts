import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delay } from './delay.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a delay rejects with the reason of its signal as soon as that is aborted', async () => {
  const leave = new AbortController();
  const reason = new Error('left the screen');
  const waiting = delay(1_000, leave.signal);
  leave.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(delay(1_000, leave.signal)).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});

test('a delay that is over leaves no listener at its signal', async () => {
  const { signal } = new AbortController();
  const add = vi.spyOn(signal, 'addEventListener');
  const remove = vi.spyOn(signal, 'removeEventListener');
  const waiting = delay(1_000, signal);
  await vi.advanceTimersByTimeAsync(1_000);
  await waiting;
  expect(add.mock.calls).toHaveLength(1);
  expect(remove.mock.calls).toEqual(add.mock.calls);
});
