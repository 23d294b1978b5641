import type { StoredEvent } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { createBatchBuffer } from './batch-buffer.ts';

const open = (size: number, signal = new AbortController().signal) => createBatchBuffer(size, signal);
const pause = async () => {};
const event = { type: 'Thing', data: {} } as StoredEvent;
const step = (position: bigint) => ({ position, event });

test('gathers what comes together, and no more than a batch', async () => {
  const buffer = open(3);
  void buffer.put(step(1n));
  void buffer.put(step(2n));
  expect(await buffer.take(pause)).toMatchObject({ events: [event, event], position: 2n });
  for (const position of [3n, 4n]) expect(buffer.put(step(position))).toBeUndefined();
  const full = buffer.put(step(5n));
  expect(full).toBeInstanceOf(Promise);
  expect(await buffer.take(pause)).toMatchObject({ events: [event, event, event], position: 5n });
  await full;
});

test('a batch is full with 4 MiB, however few events that are', async () => {
  const buffer = open(1_000);
  const large = { type: 'Thing', data: { sealed: 'x'.repeat(3 * 1024 * 1024) } } as unknown as StoredEvent;
  expect(buffer.put({ position: 1n, event: large })).toBeUndefined();
  const full = buffer.put({ position: 2n, event: large });
  expect(full).toBeInstanceOf(Promise);
  expect(await buffer.take(pause)).toMatchObject({ events: [large, large], position: 2n });
  await full;
  expect(buffer.put({ position: 3n, event: large })).toBeUndefined();
});

test('a stretch without events is a batch without events, and moves the position of one with', async () => {
  const buffer = open(10);
  void buffer.put({ position: 7n });
  expect(await buffer.take(pause)).toEqual({ events: [], position: 7n });
  void buffer.put(step(8n));
  void buffer.put({ position: 9n });
  expect(await buffer.take(pause)).toEqual({ events: [event], position: 9n });
});

test('whoever waits is let go when the signal aborts, on both sides', async () => {
  const stop = new AbortController();
  const buffer = open(1, stop.signal);
  const waiting = open(1, stop.signal).take(pause);
  const full = buffer.put(step(1n));
  stop.abort();
  await full;
  expect(await waiting).toBeUndefined();
  expect(await buffer.take(pause)).toBeUndefined();
  expect(buffer.put(step(2n))).toBeUndefined();
});
