import { expect, test } from 'vitest';
import { monthsOf } from './month-scale.ts';

test('days are counted by month, the newest first, without empty months', () => {
  const months = monthsOf([
    { day: '2025-12-31', count: 2 },
    { day: '2026-01-01', count: 1 },
    { day: '2026-02-01', count: 0 },
    { day: '2025-12-01', count: 3 },
  ]);
  expect(months.map(({ key, count }) => [key, count])).toEqual([
    ['2026-01', 1],
    ['2025-12', 5],
  ]);
});
