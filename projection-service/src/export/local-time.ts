import { localPartsOf } from '../local-parts.ts';

/** An instant as a clock in its zone shows it. */
export type LocalTime = {
  /** `2026-11-20` */
  readonly date: string;
  /** `09:42:00` */
  readonly time: string;
};

/** The local time of `instant` in an IANA zone. */
export function localTimeOf(instant: Date, timeZone: string): LocalTime {
  const { year, month, day, hour, minute, second } = localPartsOf(instant, timeZone);
  return {
    date: `${String(Math.max(0, year)).padStart(4, '0')}-${month}-${day}`,
    time: `${hour}:${minute}:${second}`,
  };
}
