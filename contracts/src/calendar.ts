/* Calendar days as texts (YYYY-MM-DD) of the years 1 to 9999. */

export const FIRST_DAY = '0001-01-01';
export const LAST_DAY = '9999-12-31';

/** The day as text; `month` counts from 1. Undefined when the years 1 to 9999 have no such day. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  const date = utc(year, month, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? textOf(date) : undefined;
}

/** The day `by` days after `day`, or before it when `by` is negative; undefined outside the years 1 to 9999. */
export function daysLater(day: string, by: number): string | undefined {
  const [year, month, date] = partsOfDay(day);
  return textOf(utc(year, month, date + by));
}

/** How many days a month has. */
export function lengthOfMonth(year: number, month: number): number {
  return utc(year, month + 1, 0).getUTCDate();
}

export function partsOfDay(day: string): [year: number, month: number, day: number] {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return [year, month, date];
}

/** Unlike the constructor of Date, this does not read the years 0 to 99 as 1900 to 1999. */
function utc(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

function textOf(date: Date): string | undefined {
  const year = date.getUTCFullYear();
  return year < 1 || year > 9999 ? undefined : date.toISOString().slice(0, 10);
}
