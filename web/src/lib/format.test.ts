import { expect, test } from 'vitest';
import { isoDay, relativeDay } from './format.ts';

const now = new Date(2026, 10, 20, 0, 10);

test('a day is counted from midnight to midnight', () => {
  expect(relativeDay(new Date(2026, 10, 20, 0, 1), now)).toBe('Today');
  expect(relativeDay(new Date(2026, 10, 19, 23, 59), now)).toBe('Yesterday');
  expect(relativeDay(new Date(2026, 10, 14), now)).toBe('6 days ago');
});

test('from a week on, and for the future, the day itself says more', () => {
  expect(relativeDay(new Date(2026, 10, 13), now)).toBeUndefined();
  expect(relativeDay(new Date(2026, 10, 21), now)).toBeUndefined();
});

test('a calendar day is written in the local zone', () => {
  expect(isoDay(new Date(2026, 0, 2, 23, 59))).toBe('2026-01-02');
});
