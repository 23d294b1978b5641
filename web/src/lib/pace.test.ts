import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a burst of callers passes at once, and later callers at even intervals', async () => {
  const { turn } = createPace(3, 2_000);
  const passed: number[] = [];
  const start = Date.now();
  for (let call = 0; call < 5; call += 1) {
    void turn(new AbortController().signal).then(() => passed.push(Date.now() - start));
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(passed).toEqual([0, 0, 0, 2_000, 4_000]);
});

test('callers do not wait for hours after the clock was set back by hours', async () => {
  const { turn, left } = createPace(2, 1_000);
  await turn(new AbortController().signal);
  vi.setSystemTime(Date.now() - 3 * 3_600_000);
  expect(left()).toBe(1);
  await turn(new AbortController().signal);
});

test('an aborted caller takes no turn', async () => {
  const { turn } = createPace(1, 1_000);
  await turn(new AbortController().signal);
  const given = new AbortController();
  const waiting = turn(given.signal);
  given.abort();
  await expect(waiting).rejects.toThrow();
  const next = turn(new AbortController().signal).then(() => 'passed');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await next).toBe('passed');
});

test('the number of turns left grows again over time, up to the burst', async () => {
  const pace = createPace(3, 1_000);
  const now = () => pace.turn(new AbortController().signal);
  await now();
  await now();
  expect(pace.left()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(pace.left()).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(pace.left()).toBe(3);
});
