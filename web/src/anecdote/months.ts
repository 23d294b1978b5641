import type { AnecdoteMonth, AnecdoteView } from '@anecdotes/contracts';
import { dateOfDay, isoDay } from '../lib/format.ts';

/** A month of a list and its number of anecdotes; `key` is YYYY-MM. */
export type Month = { key: string; count: number };

/** The months of a list as the server counted them. */
export function countedMonths(months: readonly AnecdoteMonth[]): Month[] {
  return months.map(({ month: key, count }) => ({ key, count }));
}

/** The month of a timestamp in the person's time zone, as YYYY-MM. */
export function monthKey(timestamp: string): string {
  return isoDay(new Date(timestamp)).slice(0, 7);
}

/** The months of `anecdotes` with their counts, in the order of `anecdotes`. */
export function monthsOf(anecdotes: readonly Pick<AnecdoteView, 'timestamp'>[]): Month[] {
  const months: Month[] = [];
  for (const { timestamp } of anecdotes) {
    const key = monthKey(timestamp);
    const last = months.at(-1);
    if (last?.key === key) last.count += 1;
    else months.push({ key, count: 1 });
  }
  return months;
}

/** The first day of a month. */
export function firstDayOf({ key }: Month): Date {
  return dateOfDay(`${key}-01`);
}
