import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dateRangeOf } from './date-range.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Zurich');
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test.each([
  ['2026-03-30T08:30:20Z', '2026-03-23T08:30:00.000Z'],
  ['2026-10-26T08:30:20Z', '2026-10-19T08:30:00.000Z'],
])('the last week at %s is 7 times 24 hours, even across a change to or from summer time', (now, begins) => {
  vi.setSystemTime(now);
  expect(dateRangeOf('week')?.date_from).toBe(begins);
});

test.each([
  ['2026-11-20T08:30:20Z', '2026-10-20T07:30:00.000Z'],
  ['2026-03-31T08:30:20Z', '2026-02-28T09:30:00.000Z'],
])('the last month at %s begins at the same time of the same day, or on the last day of that month', (now, begins) => {
  vi.setSystemTime(now);
  expect(dateRangeOf('month')?.date_from).toBe(begins);
});

test('a moving period ends 5 minutes after now to allow for clock skew, and "all" has no range', () => {
  vi.setSystemTime('2026-11-20T08:30:20Z');
  expect(dateRangeOf('week')?.date_to).toBe('2026-11-20T08:35:00.000Z');
  expect(dateRangeOf('all')).toBeUndefined();
});
