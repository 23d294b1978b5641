import { strings } from './strings.ts';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dayOfMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
const weekdayName = new Intl.DateTimeFormat(undefined, { weekday: 'long' });
const weekdayLetter = new Intl.DateTimeFormat(undefined, { weekday: 'narrow' });
const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });
const shortMonth = new Intl.DateTimeFormat(undefined, { month: 'short' });
const day = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const number = new Intl.NumberFormat();

/** Dates and numbers in the person's own locale and zone. */
export const format = {
  time: (at: Date) => time.format(at),
  dayOfMonth: (at: Date) => dayOfMonth.format(at),
  weekday: (at: Date) => weekday.format(at),
  weekdayName: (at: Date) => weekdayName.format(at),
  weekdayLetter: (at: Date) => weekdayLetter.format(at),
  month: (at: Date) => month.format(at),
  shortMonth: (at: Date) => shortMonth.format(at),
  /** A day, with its year unless that is the year of `now`. */
  day: (at: Date, now: Date) => (at.getFullYear() === now.getFullYear() ? day : dayAndYear).format(at),
  moment: (at: Date) => moment.format(at),
  full: (at: Date) => full.format(at),
  date: (at: Date) => dayAndYear.format(at),
  number: (value: number) => number.format(value),
};

/** How long ago `at` was in calendar days: Today, Yesterday, N days ago; undefined from 7 days on and in the future. */
export function relativeDay(at: Date, now: Date): string | undefined {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
  if (days === 0) return strings.relative.today;
  if (days === 1) return strings.relative.yesterday;
  if (days > 1 && days < 7) return strings.relative.daysAgo(days);
  return undefined;
}

/** The calendar day of `at` in the person's zone, as YYYY-MM-DD. */
export function isoDay(at: Date): string {
  const pad = (value: number, length = 2) => String(value).padStart(length, '0');
  return `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

/** The time of day of `at` in the person's zone, as HH:MM. */
export function isoTime(at: Date): string {
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Noon of a calendar day (YYYY-MM-DD) in the person's zone. */
export function dateOfDay(day: string): Date {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const at = new Date(2000, 0, 1, 12);
  // The constructor would take years below 100 as years of the 20th century.
  at.setFullYear(year, month - 1, date);
  return at;
}

/** The person's IANA zone. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function startOfDay(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}
