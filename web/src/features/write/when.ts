import { isoDay, isoTime } from '../../lib/format.ts';

export const moments = ['now', 'today', 'yesterday', 'custom'] as const;
type Moment = (typeof moments)[number];

/**
 * The answer to "When did this happen?"; `date` (YYYY-MM-DD) and `time` (HH:MM) apply to a custom one, and to `today` and
 * `yesterday` as long as nobody chose them in the form. `chosen` is the day on which they were chosen.
 */
export type When = { moment: Moment; date: string; time: string; chosen?: string | undefined };

export const justNow: When = { moment: 'now', date: '', time: '' };

const NOON = '12:00';
const SHORTLY_MS = 15 * 60_000;

/** The instant that an answer means at `now`, in the person's zone. */
export function instantOf({ moment, date, time, chosen }: When, now: Date): Date {
  // The day that was called today or yesterday stays the same after midnight.
  const then = chosen && chosen !== isoDay(now) ? at(chosen, '23:59') : now;
  const isExact = moment === 'custom' || (moment !== 'now' && !chosen);
  if (isExact && date !== '') return at(date, time || NOON);
  if (moment === 'today') return earlierToday(then);
  if (moment === 'yesterday') return dayBefore(then);
  return now;
}

/** True for two equal answers that mean the same day. */
export function isSameWhen(one: When, other: When): boolean {
  const now = new Date();
  const dayOf = (when: When) => isoDay(instantOf(when, now));
  const isEqual = one.moment === other.moment && one.date === other.date && one.time === other.time;
  return isEqual && dayOf(one) === dayOf(other);
}

/** The answer that describes `instant` at `now`. */
export function whenOf(instant: Date, now: Date): When {
  const date = isoDay(instant);
  const time = isoTime(instant);
  if (date === isoDay(now)) return { moment: 'today', date, time };
  if (date === isoDay(dayBefore(now))) return { moment: 'yesterday', date, time };
  return { moment: 'custom', date, time };
}

/** Noon if that is past, else 15 minutes before `now`, but not before midnight. */
function earlierToday(now: Date): Date {
  const noon = at(isoDay(now), NOON);
  if (noon <= now) return noon;
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return new Date(Math.max(midnight.getTime(), now.getTime() - SHORTLY_MS));
}

/** Noon of the day before `day`. */
function dayBefore(day: Date): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - 1, 12);
}

function at(date: string, time: string): Date {
  return new Date(`${date}T${time}`);
}
