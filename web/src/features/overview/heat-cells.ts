import { dayOf, daysLater, FIRST_DAY, LAST_DAY } from '@anecdotes/contracts';
import { dateOfDay } from '../../lib/format.ts';

export type Day = { day: string; count: number };
/** A day of a heat strip, in the column `week` and the row `weekday` (0 for Monday). */
export type Cell = Day & { at: Date; week: number; weekday: number };

/** The weeks of the past year, including the current one. */
const WEEKS = 53;

/** The 53 weeks up to `today`, from a Monday on, with the counts of `days`. */
export function pastYear(days: readonly Day[], today: string): Cell[] {
  const first = daysLater(today, -((WEEKS - 1) * 7 + weekdayOf(today))) ?? FIRST_DAY;
  return cellsBetween(first, today, days);
}

/** The days of a calendar year, with the counts of `days`. */
export function calendarYear(days: readonly Day[], year: number): Cell[] {
  return cellsBetween(dayOf(year, 1, 1) ?? FIRST_DAY, dayOf(year, 12, 31) ?? LAST_DAY, days);
}

function cellsBetween(first: string, last: string, days: readonly Day[]): Cell[] {
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const cells: Cell[] = [];
  let cellIndex = weekdayOf(first);
  for (let day: string | undefined = first; day !== undefined && day <= last; day = daysLater(day, 1)) {
    const at = dateOfDay(day);
    cells.push({ day, at, count: counts.get(day) ?? 0, week: Math.floor(cellIndex / 7), weekday: cellIndex % 7 });
    cellIndex += 1;
  }
  return cells;
}

function weekdayOf(day: string): number {
  return (dateOfDay(day).getDay() + 6) % 7;
}

/**
 * The years that a heat strip can show for a journal with anecdotes in `years`, newest first. Undefined stands for the
 * past year, which is shown in place of this one.
 */
export function stripYears(years: readonly number[], thisYear: number): (number | undefined)[] {
  const others = years.filter((year) => year !== thisYear).sort((a, b) => b - a);
  const later = others.filter((year) => year > thisYear);
  return [...later, undefined, ...others.slice(later.length)];
}
