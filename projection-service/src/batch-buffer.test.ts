import type { StoredEvent } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { createBatchBuffer } from './batch-buffer.ts';

const open = (size: number, signal = new AbortController().signal) => createBatchBuffer(size, signal);
const pause = async () => {};
const event = { type: 'Thing', data: {} } as StoredEvent;
const step = (position: bigint) => ({ position, event });

test('steps that arrive together become one batch, up to its maximum size', async () => {
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

test('a batch is full at 4 MiB, however few events it has', async () => {
  const buffer = open(1_000);
  const large = { type: 'Thing', data: { sealed: 'x'.repeat(3 * 1024 * 1024) } } as unknown as StoredEvent;
  expect(buffer.put({ position: 1n, event: large })).toBeUndefined();
  const full = buffer.put({ position: 2n, event: large });
  expect(full).toBeInstanceOf(Promise);
  expect(await buffer.take(pause)).toMatchObject({ events: [large, large], position: 2n });
  await full;
  expect(buffer.put({ position: 3n, event: large })).toBeUndefined();
});

test('a step without an event becomes an empty batch, or moves the position of a batch with events', async () => {
  const buffer = open(10);
  void buffer.put({ position: 7n });
  expect(await buffer.take(pause)).toEqual({ events: [], position: 7n });
  void buffer.put(step(8n));
  void buffer.put({ position: 9n });
  expect(await buffer.take(pause)).toEqual({ events: [event], position: 9n });
});

test('put and take stop waiting when the signal aborts', async () => {
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
