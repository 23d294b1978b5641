import { expect, test } from 'vitest';
import { rememberedDays } from './looking-back.ts';

/** What is remembered on `date`, as short texts: kind, how long ago, days. */
function remembered(date: string, first: string, years: number[] = []): string[] {
  return rememberedDays(date, first, years).map(
    ({ kind, ago, from, to }) => `${kind} ${ago}: ${from}${to === from ? '' : ` to ${to}`}`,
  );
}

test('the same day in each earlier year with anecdotes is remembered, the last year first', () => {
  expect(remembered('2026-11-22', '2019-01-01', [2019, 2023, 2026, 2027, 2025])).toEqual([
    'years 1: 2025-11-22',
    'years 3: 2023-11-22',
    'years 7: 2019-11-22',
  ]);
});

test('in the first year of a journal one week and one month ago are remembered', () => {
  expect(remembered('2026-11-22', '2026-01-05', [2026])).toEqual(['week 1: 2026-11-15', 'month 1: 2026-10-22']);
  expect(remembered('2026-11-22', '2025-11-23', [2025, 2026])).toEqual(['week 1: 2026-11-15', 'month 1: 2026-10-22']);
  expect(remembered('2026-11-22', '2025-11-22', [2025, 2026])).toEqual(['years 1: 2025-11-22']);
});

test('one month ago is the last day of that month if it is shorter', () => {
  expect(remembered('2026-03-31', '2026-01-05')).toEqual(['week 1: 2026-03-24', 'month 1: 2026-02-28']);
  expect(remembered('2026-01-03', '2025-12-01')).toEqual(['week 1: 2025-12-27', 'month 1: 2025-12-03']);
});

test('29 February is remembered on its day, and on the 28th in years without one', () => {
  const years = [2020, 2023, 2024, 2025];
  expect(remembered('2028-02-29', '2020-01-01', years)).toEqual(['years 4: 2024-02-29', 'years 8: 2020-02-29']);
  expect(remembered('2028-02-28', '2020-01-01', [2020, 2023])).toEqual(['years 5: 2023-02-28', 'years 8: 2020-02-28']);
  expect(remembered('2026-02-28', '2020-01-01', [2023, 2024])).toEqual([
    'years 2: 2024-02-28 to 2024-02-29',
    'years 3: 2023-02-28',
  ]);
  expect(remembered('2024-02-29', '2023-02-28', [2023])).toEqual([]);
  // A journal that began on that day is a year old.
  expect(remembered('2025-02-28', '2024-02-29', [2024])).toEqual(['years 1: 2024-02-28 to 2024-02-29']);
});

test('there are memories on the first and the last days of the calendar', () => {
  expect(remembered('9999-12-31', '0001-12-31', [1, 9998])).toEqual(['years 1: 9998-12-31', 'years 9998: 0001-12-31']);
  expect(remembered('0001-01-01', '0001-01-01', [1])).toEqual([]);
  expect(remembered('0001-01-08', '0001-01-01', [1])).toEqual(['week 1: 0001-01-01']);
});
