import { z } from 'zod';

const shape = /^[A-Za-z][A-Za-z0-9_+/-]*$/;
/** Names in lower case, which bounds the set: there are some hundred zones, but a name may be typed in any case. */
const known = new Set<string>();

function isTimeZone(name: string): boolean {
  if (!shape.test(name)) return false;
  const key = name.toLowerCase();
  if (known.has(key)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  known.add(key);
  return true;
}

/** An IANA time zone name that this runtime knows, such as `Europe/Zurich`. */
export const TimeZone = z.string().max(64).refine(isTimeZone, { error: 'Must be an IANA time zone' });

/** An instant as ISO 8601 with offset or Z, in the years 1 to 9999 of UTC; converted to UTC with milliseconds. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'Must be an ISO 8601 date and time with an offset' })
  .refine((text) => /^\d{4}-\d{2}-\d{2}T.*\.\d{1,3}(?:Z|[+-])|^[^.]+$/.test(text), {
    error: 'Must not be more precise than milliseconds',
  })
  .refine((text) => inYears(Date.parse(text)), { error: 'Must be in the years 1 to 9999' })
  .overwrite((text) => (inYears(Date.parse(text)) ? new Date(text).toISOString() : text));

const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

function inYears(instant: number): boolean {
  return instant >= FIRST && instant <= LAST;
}
