import { localPartsOf } from '../local-parts.ts';

/** An instant as a clock in its zone shows it. */
export type LocalTime = {
  /** `2026-11-20` */
  readonly date: string;
  /** `09:42:00` */
  readonly time: string;
};

const DAY_MS = 86_400_000;
const MOST_DAYS = 50_000;
/** How far clocks are ahead of UTC through a whole day of UTC, by zone and day; undefined where that changes. */
const offsets = new Map<string, number | undefined>();

/** The local time of `instant` in an IANA zone. */
export function localTimeOf(instant: Date, timeZone: string): LocalTime {
  const at = instant.getTime();
  const offset = offsetOn(Math.floor(at / DAY_MS), timeZone);
  const local = offset === undefined ? '' : new Date(at + offset).toISOString();
  // Other years than these have a sign.
  if (local.length === 24) return { date: local.slice(0, 10), time: local.slice(11, 19) };
  const { year, month, day, hour, minute, second } = localPartsOf(instant, timeZone);
  return {
    date: `${String(Math.max(0, year)).padStart(4, '0')}-${month}-${day}`,
    time: `${hour}:${minute}:${second}`,
  };
}

function offsetOn(day: number, timeZone: string): number | undefined {
  const key = `${day} ${timeZone}`;
  if (offsets.has(key)) return offsets.get(key);
  if (offsets.size >= MOST_DAYS) offsets.clear();
  const offset = offsetAt(day * DAY_MS, timeZone);
  const known = offset === offsetAt((day + 1) * DAY_MS, timeZone) ? offset : undefined;
  offsets.set(key, known);
  return known;
}

function offsetAt(instant: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = localPartsOf(new Date(instant), timeZone);
  const local = new Date(0).setUTCFullYear(year, Number(month) - 1, Number(day));
  return local + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000 - instant;
}
