import { strings } from './strings.ts';

/**
 * Writes dates in the person's own locale, but of the Gregorian calendar where that has another one: date fields,
 * searches and the months that the service counts are of that calendar.
 */
export const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, { ...options, calendar: 'gregory' });

/** Letters of languages that are written from right to left, and the mark that dates of figures contain there. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f]/;

/** `text` in the direction of its first letter (in Unicode's isolates): the text around it does not change its order. */
export const isolated = (text: string) => `\u2068${text}\u2069`;

/** A text that is quoted in a sentence, or a date: one from right to left keeps the order of its parts there. */
export const isolatedIfRightToLeft = (text: string) => (RIGHT_TO_LEFT.test(text) ? isolated(text) : text);

/** Writes dates that keep the order of their parts in a sentence of the other direction. */
function isolatedDate(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  const { format } = dateFormat(options);
  return (at) => isolatedIfRightToLeft(format(at));
}

/** As `isolatedDate`, for the time from one date to another. */
export function isolatedRange(options: Intl.DateTimeFormatOptions): (from: Date, to: Date) => string {
  const dates = dateFormat(options);
  return (from, to) => isolatedIfRightToLeft(dates.formatRange(from, to));
}

const day = isolatedDate({ weekday: 'short', day: 'numeric', month: 'short' });
const dayAndYear = isolatedDate({ day: 'numeric', month: 'short', year: 'numeric' });

/** Dates and numbers in the person's own locale and zone. */
export const format = {
  time: dateFormat({ timeStyle: 'short' }).format,
  dayOfMonth: dateFormat({ day: 'numeric' }).format,
  weekday: dateFormat({ weekday: 'short' }).format,
  weekdayName: dateFormat({ weekday: 'long' }).format,
  weekdayLetter: dateFormat({ weekday: 'narrow' }).format,
  month: dateFormat({ month: 'long', year: 'numeric' }).format,
  shortMonth: dateFormat({ month: 'short' }).format,
  /** A day, with its year unless that is the year of `now`. */
  day: (at: Date, now: Date) => (at.getFullYear() === now.getFullYear() ? day : dayAndYear)(at),
  moment: isolatedDate({ dateStyle: 'medium', timeStyle: 'short' }),
  full: isolatedDate({ dateStyle: 'full', timeStyle: 'short' }),
  date: dayAndYear,
  number: new Intl.NumberFormat().format,
  year: new Intl.NumberFormat(undefined, { useGrouping: false }).format,
};

/** `count` with `noun`, which gets an s unless its `plural` is given: `1 anecdote`, `2,000 anecdotes`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${format.number(count)} ${count === 1 ? noun : plural}`;
}

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

/** The person's IANA zone. A browser that cannot find it out shows the times of UTC. */
export function timeZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone === 'Etc/Unknown' ? 'UTC' : zone;
}

function startOfDay(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}
