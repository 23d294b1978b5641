import { localPartsOf, offsetAt } from '../local-parts.ts';

/** The local date and time of an instant. */
export type LocalTime = {
  /** `2026-11-20` */
  readonly date: string;
  /** `09:42:00` */
  readonly time: string;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MAX_CACHED = 2_000;
/** How far local time is ahead of UTC at the beginning of a day of UTC, in milliseconds, by zone and day. */
const offsets = new Map<string, Map<number, number>>();
const dates = new Map<number, string>();
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** `at`, in milliseconds since 1970, as ISO 8601 in UTC with milliseconds, as `toISOString` returns it. */
export function isoOf(at: number): string {
  const { date, time } = utcOf(at);
  const milliseconds = String(at - SECOND_MS * Math.floor(at / SECOND_MS)).padStart(3, '0');
  return `${date}T${time}.${milliseconds}Z`;
}

/** The local time of the instant `at`, in milliseconds since 1970, in an IANA zone. */
export function localTimeOf(at: number, timeZone: string): LocalTime {
  const offset = offsetOn(Math.floor(at / DAY_MS), timeZone);
  const local = offset === undefined ? undefined : utcOf(at + offset);
  // A date of another length has a year outside of 0 to 9999, with a sign.
  if (local?.date.length === 10) return local;
  const { year, month, day, hour, minute, second } = localPartsOf(new Date(at), timeZone);
  return {
    date: `${String(Math.max(0, year)).padStart(4, '0')}-${month}-${day}`,
    time: `${hour}:${minute}:${second}`,
  };
}

/** The date and time of an instant in UTC. A year outside of 0 to 9999 has a sign and six digits. */
function utcOf(at: number): LocalTime {
  const day = Math.floor(at / DAY_MS);
  const since = at - day * DAY_MS;
  const [hour, minute] = [twoDigits[Math.floor(since / HOUR_MS)], twoDigits[Math.floor(since / MINUTE_MS) % 60]];
  return { date: dateOf(day), time: `${hour}:${minute}:${twoDigits[Math.floor(since / SECOND_MS) % 60]}` };
}

function dateOf(day: number): string {
  return remembered(dates, day, () => new Date(day * DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length));
}

/**
 * How far local time in `timeZone` is ahead of UTC during a whole day of UTC; undefined if that changes on this day.
 */
function offsetOn(day: number, timeZone: string): number | undefined {
  const days = remembered(offsets, timeZone, () => new Map<number, number>());
  const offset = remembered(days, day, () => offsetAt(day * DAY_MS, timeZone));
  return offset === remembered(days, day + 1, () => offsetAt((day + 1) * DAY_MS, timeZone)) ? offset : undefined;
}

/** The value that `known` has for a key, or else what `make` returns, which is kept. */
function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key);
  if (value !== undefined) return value;
  if (known.size >= MAX_CACHED) known.clear();
  const made = make();
  known.set(key, made);
  return made;
}
