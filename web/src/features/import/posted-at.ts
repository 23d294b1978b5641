import { isoDay } from '../../lib/format.ts';

const NOON = '12:00';

/**
 * The instant of a post that was posted on `date` (YYYY-MM-DD) at `time` (HH:MM, else noon) in the person's zone, but
 * never after `now`; undefined without a date.
 */
export function postedAt(date: string, time: string, now: Date): string | undefined {
  if (date === '') return undefined;
  const at = new Date(`${date}T${time || NOON}`);
  const isToday = date === isoDay(now);
  return new Date(isToday ? Math.min(at.getTime(), now.getTime()) : at.getTime()).toISOString();
}
