import { FIRST_DAY, LAST_DAY } from '@anecdotes/contracts';
import { offsetAt } from '../local-parts.ts';

const DAY_MS = 86_400_000;
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** `[from, before)`; a missing end is open. */
export type Period = { from?: string; before?: string };

/**
 * The period between two ends; days are those of `timeZone`, and the last day is included. What a zone has outside of
 * the years 1 to 9999 counts for the first or last day, as it does in the names of days and months.
 */
export function periodOf(from: string | undefined, to: string | undefined, timeZone: string): Period {
  const before = to === undefined || to === LAST_DAY ? Number.POSITIVE_INFINITY : endOf(to, timeZone);
  return {
    ...(from !== undefined &&
      from !== FIRST_DAY && { from: isDay(from) ? iso(startOfDay(Date.parse(from), timeZone)) : from }),
    ...(before <= LAST && { before: iso(before) }),
  };
}

function isDay(text: string): boolean {
  return text.length === 10;
}

/** The first instant after a day or after an instant, which has a precision of one millisecond. */
function endOf(to: string, timeZone: string): number {
  return isDay(to) ? startOfDay(Date.parse(to) + DAY_MS, timeZone) : Date.parse(to) + 1;
}

/** `instant` as text for the database; outside of the years 1 to 9999 it becomes their first or last instant. */
export function iso(instant: number): string {
  return new Date(Math.min(LAST, Math.max(FIRST, instant))).toISOString();
}

/**
 * The first instant of a day in `timeZone`, whose midnight is given as if in UTC. If the clocks skip midnight, it is
 * the end of that gap.
 */
function startOfDay(midnight: number, timeZone: string): number {
  if (timeZone === 'UTC') return midnight;
  const before = midnight - offsetAt(midnight - DAY_MS, timeZone);
  const after = midnight - offsetAt(midnight + DAY_MS, timeZone);
  const candidates = [before, after].filter((instant) => instant + offsetAt(instant, timeZone) === midnight);
  return candidates.length > 0 ? Math.min(...candidates) : Math.max(before, after);
}
