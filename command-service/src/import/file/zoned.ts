import { TimeZone } from '@anecdotes/contracts';
import { type DateOrders, dateAtStart, dateProblem } from './written-date.ts';
import { type MaybeTime, NOON, timeAtStart, timeIn, type WrittenTime } from './written-time.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A field that holds a date, or a date with a time, and nothing else. */
export type DateField = {
  readonly text: string;
  /** The zone of a time that is written without an offset. */
  readonly timeZone: string;
  /** Another field, for the time of a date that has none or that is at midnight. */
  readonly time?: string;
  /** For a table, where the year may also be last. */
  readonly orders?: DateOrders;
};

/** The instant of a field, in ISO 8601, or why it cannot be read: it has no date, or no valid date or time. */
export type Moment = { readonly timestamp: string } | NoMoment;
type NoMoment = { readonly problem: 'missing' | 'date' | 'time'; readonly message: string };

const MISSING: NoMoment = { problem: 'missing', message: 'date: Is missing' };

/** A time zone, and a problem if it is not the one that was written. */
type Zone = { readonly zone: string; readonly problem?: string };

/** The zone that `name` names, also as an offset of whole hours such as `GMT+0200`; `assumed` if it is empty or unknown. */
export function zoneNamed(name: string, assumed: string): Zone {
  const [, sign, hours] = /^(?:GMT|UTC)?([+-])(\d{1,2})(?::?00)?$/i.exec(name) ?? [];
  // The names of these zones have the opposite sign.
  const zone = hours === undefined ? name : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`;
  if (TimeZone.safeParse(zone).success) return { zone };
  return name === ''
    ? { zone: assumed }
    : { zone: assumed, problem: `time_zone: Is not known; it is imported with ${assumed}` };
}

/** The moment that a field holds; a day without a time means noon. */
export function readMoment({ text, timeZone, time = '', orders }: DateField): Moment {
  const field = text.trim();
  if (field === '') return MISSING;
  const date = dateAtStart(field, orders);
  if (date === undefined) return { problem: 'date', message: dateProblem(field, orders) };
  const own = timeIn(date.rest.replace(/^[T,\s]+(?=\S)/i, ''));
  const other = timeIn(time);
  const chosen = own === 'none' || (isMidnight(own) && typeof other === 'object') ? other : own;
  if (chosen === 'not valid') return { problem: 'time', message: 'time: Is not valid; write it like 14:30' };
  return { timestamp: instantOf(date.midnight, chosen === 'none' ? NOON : chosen, timeZone) };
}

/** The moment of the first of `fields` that has a date; if none has, why the first one that is not empty cannot be read. */
export function firstMoment(fields: readonly DateField[]): Moment {
  let failure = MISSING;
  for (const field of fields) {
    const moment = readMoment(field);
    if ('timestamp' in moment || moment.problem === 'time') return moment;
    if (failure.problem === 'missing') failure = moment;
  }
  return failure;
}

/** True for the time that programs write for a day without one. */
function isMidnight(time: MaybeTime): boolean {
  return typeof time === 'object' && time.ms === 0 && time.offset === undefined;
}

/**
 * The instant that `text` begins with, in ISO 8601; what follows may be any text. A time without an offset is in
 * `timeZone`; a day without a time means noon. Undefined if `text` does not begin with a valid date and time.
 */
export function instantAtStart(text: string, timeZone: string): string | undefined {
  const date = dateAtStart(text.trim());
  if (date === undefined) return undefined;
  const time = timeAtStart(date.rest);
  if (time === 'not valid') return undefined;
  return instantOf(date.midnight, time === 'none' ? NOON : time, timeZone);
}

function instantOf(midnight: number, { ms, offset }: WrittenTime, timeZone: string): string {
  const local = midnight + ms;
  const instant = offset === undefined ? localInstant(local, timeZone) : local - offset * MINUTE;
  return new Date(instant).toISOString();
}

/**
 * The instant at which clocks in `timeZone` show `local`, given as if in UTC: the first one of two. A time that they skip
 * is later by what they skip.
 */
function localInstant(local: number, timeZone: string): number {
  // An entry with an unknown zone is refused when its fields are validated.
  if (!TimeZone.safeParse(timeZone).success) return local;
  const before = local - offsetAt(local - DAY, timeZone);
  const after = local - offsetAt(local + DAY, timeZone);
  if (before === after) return before;
  const shown = [before, after].filter((instant) => instant + offsetAt(instant, timeZone) === local);
  return shown.length > 0 ? Math.min(...shown) : Math.max(before, after);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** How far clocks in `timeZone` are ahead of UTC at `instant`, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formatters.set(timeZone, formatter);
  }
  const name = formatter.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d+)(?::(\d+))?(?::(\d+))?/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
}
