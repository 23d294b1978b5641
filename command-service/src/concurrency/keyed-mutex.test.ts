import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

test('a keyed mutex runs work of the same key one after the other, also after a failure, and other keys at the same time', async () => {
  const mutex = createKeyedMutex();
  const steps: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = mutex('a', async () => {
    steps.push('first begins');
    await held;
    steps.push('first fails');
    throw new Error('first');
  });
  const second = mutex('a', async () => steps.push('second'));
  await mutex('b', async () => steps.push('other'));
  release();
  await expect(first).rejects.toThrow('first');
  await second;
  expect(steps).toEqual(['first begins', 'other', 'first fails', 'second']);
});

test('a keyed mutex refuses work at once when too many wait under its key, but not under another key', async () => {
  const mutex = createKeyedMutex(2);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const runs = Array.from({ length: 3 }, () => mutex('a', () => held));
  await expect(mutex('a', async () => 'too many')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    details: { retryAfter: 1 },
  });
  expect(await mutex('b', async () => 'other')).toBe('other');
  release();
  await Promise.all(runs);
  expect(await mutex('a', async () => 'room again')).toBe('room again');
});
