import { dayOf, lengthOfMonth } from '@anecdotes/contracts';
import type { Month } from '../../anecdote/months.ts';
import { dateOfDay } from '../../lib/format.ts';

/** The weeks of a month, from Monday to Sunday; days of other months are undefined. */
export function weeksOf(year: number, month: number): (string | undefined)[][] {
  const weeks: (string | undefined)[][] = [];
  const before = (dateOfDay(dayOf(year, month, 1) ?? '').getDay() + 6) % 7;
  for (let first = 1 - before; first <= lengthOfMonth(year, month); first += 7) {
    weeks.push(
      Array.from({ length: 7 }, (_, weekday) =>
        first + weekday < 1 ? undefined : dayOf(year, month, first + weekday),
      ),
    );
  }
  return weeks;
}

/** How many anecdotes each month of each year has, the newest year first. */
export function countsByYear(months: readonly Month[]): { year: number; counts: number[]; total: number }[] {
  const years = new Map<number, number[]>();
  for (const { key, count } of months) {
    const year = Number(key.slice(0, 4));
    const counts = years.get(year) ?? Array.from({ length: 12 }, () => 0);
    counts[Number(key.slice(5)) - 1] = count;
    years.set(year, counts);
  }
  return [...years]
    .map(([year, counts]) => ({ year, counts, total: counts.reduce((sum, count) => sum + count, 0) }))
    .sort((a, b) => b.year - a.year);
}

/** The day that `key` moves to from `from`, among the ascending `days` with anecdotes; undefined for other keys. */
export function stepFrom(days: readonly string[], from: string | undefined, key: string): string | undefined {
  const index = from === undefined ? 0 : days.indexOf(from);
  const at = days[index];
  if (at === undefined) return undefined;
  const isAtLeastDaysAway = (day: string, by: number) => (Date.parse(day) - Date.parse(at)) / 86_400_000 / by >= 1;
  switch (key) {
    case 'ArrowLeft':
      return days[Math.max(0, index - 1)];
    case 'ArrowRight':
      return days[Math.min(days.length - 1, index + 1)];
    case 'ArrowUp':
      return days.findLast((day) => isAtLeastDaysAway(day, -7)) ?? days[0];
    case 'ArrowDown':
      return days.find((day) => isAtLeastDaysAway(day, 7)) ?? days.at(-1);
    case 'PageUp':
      return days.findLast((day) => day.slice(0, 7) < at.slice(0, 7)) ?? days[0];
    case 'PageDown':
      return days.find((day) => day.slice(0, 7) > at.slice(0, 7)) ?? days.at(-1);
    case 'Home':
      return days[0];
    case 'End':
      return days.at(-1);
    default:
      return undefined;
  }
}
