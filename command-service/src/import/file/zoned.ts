/** A date, or a date with a time, as people and programs write them, with an offset or without. */
const written =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]+(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?(?=$|[^\d])/i;

const NOON = '12';

/**
 * The instant that `text` begins with, in ISO 8601. A time without an offset is in `timeZone`; a day without a time
 * means noon. Undefined if `text` does not begin with a valid date.
 */
export function instantOf(text: string, timeZone: string): string | undefined {
  const found = written.exec(text.trim());
  if (found === null) return undefined;
  const [, year, month, day, hour = NOON, minute = '00', second = '00', fraction = '', offset] = found;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  // A day that its month does not have is parsed as one of the next month.
  if (Number.isNaN(local) || new Date(local).getUTCDate() !== Number(day)) return undefined;
  const instant = offset === undefined ? localInstant(local, timeZone) : local - minutesOf(offset) * 60_000;
  return Number.isFinite(instant) ? new Date(instant).toISOString() : undefined;
}

function minutesOf(offset: string): number {
  if (/z/i.test(offset)) return 0;
  const [sign, digits] = [offset.startsWith('-') ? -1 : 1, offset.replaceAll(/\D/g, '')];
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
}

/** The instant at which clocks in `timeZone` show `local`, given as if in UTC. */
function localInstant(local: number, timeZone: string): number {
  const guess = local - offsetAt(local, timeZone);
  return local - offsetAt(guess, timeZone);
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
