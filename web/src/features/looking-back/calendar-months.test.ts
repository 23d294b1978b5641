import { expect, test } from 'vitest';
import { countsByYear, stepFrom, weeksOf } from './calendar-months.ts';

test('a month has whole weeks that begin on Monday, without the days of other months', () => {
  const weeks = weeksOf(2026, 11);
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, '2026-11-01']);
  expect(weeks.at(-1)?.[0]).toBe('2026-11-30');
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
});

test('February has its 29th in leap years only', () => {
  expect(weeksOf(2024, 2).flat()).toContain('2024-02-29');
  expect(weeksOf(2025, 2).flat().filter(Boolean).at(-1)).toBe('2025-02-28');
  expect(weeksOf(1900, 2).flat()).not.toContain('1900-02-29');
});

test('the first and the last month of the calendar have all their days', () => {
  expect(weeksOf(1, 1).flat().filter(Boolean)).toHaveLength(31);
  expect(weeksOf(1, 1)[0]?.[0]).toBe('0001-01-01');
  expect(weeksOf(9999, 12).flat().filter(Boolean).at(-1)).toBe('9999-12-31');
});

test('the counts of months are grouped by year, the newest first', () => {
  const years = countsByYear([
    { key: '2026-11', count: 2 },
    { key: '2026-01', count: 3 },
    { key: '0001-12', count: 1 },
  ]);
  expect(years.map(({ year, total }) => [year, total])).toEqual([
    [2026, 5],
    [1, 1],
  ]);
  expect(years[0]?.counts).toEqual([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]);
});

test('keys move between days with anecdotes by day, week and month, and stop at both ends', () => {
  const days = ['2026-01-03', '2026-01-04', '2026-01-12', '2026-02-28', '2026-11-22'];
  const walk = (from: string | undefined, ...keys: string[]) =>
    keys.reduce<string | undefined>((day, key) => stepFrom(days, day, key), from);
  expect(walk('2026-01-03', 'ArrowRight')).toBe('2026-01-04');
  expect(walk('2026-01-03', 'ArrowLeft')).toBe('2026-01-03');
  expect(walk('2026-01-04', 'ArrowDown')).toBe('2026-01-12');
  expect(walk('2026-01-12', 'ArrowUp')).toBe('2026-01-04');
  expect(walk('2026-01-12', 'PageDown', 'PageDown')).toBe('2026-11-22');
  expect(walk('2026-11-22', 'PageUp', 'PageUp')).toBe('2026-01-12');
  expect(walk('2026-02-28', 'Home')).toBe('2026-01-03');
  expect(walk('2026-02-28', 'End', 'ArrowDown')).toBe('2026-11-22');
  expect(walk('2026-02-28', 'Enter')).toBeUndefined();
  expect(stepFrom([], undefined, 'Home')).toBeUndefined();
});
