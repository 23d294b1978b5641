import { expect, test } from 'vitest';
import { calendarYear, pastYear, stripYears } from './heat-cells.ts';

test('the past year is 53 weeks from a Monday to today', () => {
  const cells = pastYear([{ day: '2026-11-22', count: 3 }], '2026-11-22');
  expect(cells).toHaveLength(53 * 7);
  expect(cells[0]).toMatchObject({ day: '2025-11-17', week: 0, weekday: 0, count: 0 });
  expect(cells.at(-1)).toMatchObject({ day: '2026-11-22', week: 52, weekday: 6, count: 3 });
});

test('a calendar year begins and ends on the right weekdays, with 29 February in a leap year', () => {
  const cells = calendarYear([{ day: '2024-02-29', count: 2 }], 2024);
  expect(cells).toHaveLength(366);
  expect(cells[0]).toMatchObject({ day: '2024-01-01', week: 0, weekday: 0 });
  expect(cells[59]).toMatchObject({ day: '2024-02-29', weekday: 3, count: 2 });
  expect(cells.at(-1)).toMatchObject({ day: '2024-12-31', week: 52, weekday: 1 });
  expect(calendarYear([], 2023)[0]).toMatchObject({ day: '2023-01-01', week: 0, weekday: 6 });
  expect(calendarYear([], 2012).at(-1)).toMatchObject({ week: 53, weekday: 0 });
});

test('the years 1 and 9999 have all their days, and the past year does not begin before 0001-01-01', () => {
  const [first, last] = [calendarYear([], 1), calendarYear([], 9999)];
  expect([first.length, first[0]?.day, first.at(-1)?.day]).toEqual([365, '0001-01-01', '0001-12-31']);
  expect(first[0]?.at.getFullYear()).toBe(1);
  expect([last.length, last.at(-1)?.day]).toEqual([365, '9999-12-31']);
  expect(pastYear([], '0001-01-05').map(({ day }) => day)[0]).toBe('0001-01-01');
});

test('the strip offers every year of a journal, with the past year in place of this one', () => {
  expect(stripYears([2027, 2026, 2024, 9999, 1], 2026)).toEqual([9999, 2027, undefined, 2024, 1]);
  expect(stripYears([], 2026)).toEqual([undefined]);
});
