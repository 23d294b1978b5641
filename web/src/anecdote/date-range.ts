import type { Query } from '../lib/api.ts';

export const periods = ['all', 'week', 'month', 'custom'] as const;
export type Period = (typeof periods)[number];

/** The start and end of a period, as parameters of a list call. */
export type DateRange = Pick<Query, 'date_from' | 'date_to'>;

const MINUTE = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE;
const CLOCK_SKEW_MS = 5 * MINUTE;

/**
 * The date range of a period that moves with the clock; undefined for the others. It ends 5 minutes after `at`, to
 * allow for clock skew but exclude planned anecdotes. It is rounded down to the minute, so that pages loaded together
 * cover the same range.
 */
export function dateRangeOf(period: Period, at = Date.now()): DateRange | undefined {
  const now = Math.floor(at / MINUTE) * MINUTE;
  const start = new Date(now);
  if (period === 'week') start.setTime(now - WEEK_MS);
  else if (period === 'month') toMonthBefore(start);
  else return undefined;
  return { date_from: start.toISOString(), date_to: new Date(now + CLOCK_SKEW_MS).toISOString() };
}

/** Moves `date` back one month; a month before 31 March is the last day of February. */
function toMonthBefore(date: Date): void {
  const day = date.getDate();
  date.setMonth(date.getMonth() - 1);
  if (date.getDate() !== day) date.setDate(0);
}
