import type { StoredEvent } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import type { Opened } from './batch.ts';
import { createPartSize } from './part-size.ts';

const events = (count: number, bytes = 10) =>
  Array.from({ length: count }, (): Opened => {
    const stored = { data: { sealed: 'x'.repeat(bytes) } } as unknown as StoredEvent;
    return { stored, event: 'erased' };
  });

test('a transaction takes at most 1,000 events and 1 MiB, but at least one event', () => {
  const size = createPartSize();
  expect(size.of(events(5_000))).toBe(1_000);
  expect(size.of(events(100, 100_000))).toBe(10);
  expect(size.of(events(3, 2_000_000))).toBe(1);
});

test('after a transaction that timed out, the next one is half as large, down to one event', () => {
  const size = createPartSize();
  for (const expected of [500, 250, 125]) {
    size.shrink(size.of(events(5_000)));
    expect(size.of(events(5_000))).toBe(expected);
  }
  for (let time = 0; time < 10; time += 1) size.shrink(size.of(events(5_000)));
  expect(size.of(events(5_000))).toBe(1);
});

test('transactions become smaller after one that took more than a second, and larger after quick ones', () => {
  const size = createPartSize();
  size.adapt(1_000, 1_200);
  expect(size.of(events(5_000))).toBe(500);
  size.adapt(500, 800);
  expect(size.of(events(5_000))).toBe(500);
  size.adapt(500, 100);
  expect(size.of(events(5_000))).toBe(625);
  // A small transaction says nothing about large ones.
  size.adapt(3, 1);
  expect(size.of(events(5_000))).toBe(625);
});
