import { expect, test } from 'vitest';
import { publicRandomBytes } from './random.ts';

test('random bytes have the requested length and are never repeated', () => {
  const given = Array.from({ length: 2_000 }, () => publicRandomBytes(12));
  expect(given.every(({ length }) => length === 12)).toBe(true);
  expect(new Set(given.map((bytes) => bytes.toString('hex'))).size).toBe(2_000);
});

test('random bytes do not change after they were returned', () => {
  const first = publicRandomBytes(16);
  const before = first.toString('hex');
  for (let index = 0; index < 1_000; index += 1) publicRandomBytes(16);
  expect(first.toString('hex')).toBe(before);
});
