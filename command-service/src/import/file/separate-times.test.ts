import { emptyContent } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { separateTimes } from './separate-times.ts';

function separated(...timestamps: string[]): string[] {
  const separate = separateTimes();
  return timestamps.map((timestamp) => separate({ ...emptyContent, description: 'Rain', timestamp }).timestamp);
}

test('entries of the same time keep their order', () => {
  const noon = '2026-11-20T12:00:00.000Z';
  expect(separated(noon, noon, noon)).toEqual([noon, '2026-11-20T12:00:00.001Z', '2026-11-20T12:00:00.002Z']);
});

test('entries of the same time keep their order in a file that begins with the newest one', () => {
  const [later, earlier] = ['2026-11-20T12:00:00.000Z', '2026-11-19T12:00:00.000Z'];
  expect(separated(later, earlier, earlier)).toEqual([later, earlier, '2026-11-19T11:59:59.999Z']);
});

test('entries of the last possible time keep it', () => {
  const last = '9999-12-31T23:59:59.999Z';
  expect(separated(last, last)).toEqual([last, last]);
});
