import { z } from 'zod';

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const known = new Map<string, boolean>();

/** An IANA time zone name that this runtime knows, such as `Europe/Zurich`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(
    (name) => {
      let valid = known.get(name);
      if (valid === undefined) {
        valid = /^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name) && isTimeZone(name);
        if (valid) known.set(name, valid);
      }
      return valid;
    },
    { error: 'Must be an IANA time zone' },
  );

/** An instant as ISO 8601 with offset or Z, in the years 1 to 9999 of UTC; kept as UTC with milliseconds. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'Must be an ISO 8601 date and time with an offset' })
  .refine((text) => /^\d{4}-\d{2}-\d{2}T.*\.\d{1,3}(?:Z|[+-])|^[^.]+$/.test(text), { error: 'At most milliseconds' })
  .refine((text) => inYears(Date.parse(text)), { error: 'Must be in the years 1 to 9999' })
  .overwrite((text) => (inYears(Date.parse(text)) ? new Date(text).toISOString() : text));

const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

function inYears(instant: number): boolean {
  return instant >= FIRST && instant <= LAST;
}
