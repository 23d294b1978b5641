import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

test('one key runs one after the other, also past a failure; other keys run meanwhile', async () => {
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

test('so many wait under one key, one more is refused at once, and another key is not', async () => {
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
