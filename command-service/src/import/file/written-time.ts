/** A time of day in milliseconds since midnight, and its offset from UTC in minutes if that is written. */
export type WrittenTime = { readonly ms: number; readonly offset: number | undefined };

const HOUR = 3_600_000;
/** The time that a day without a time means. */
export const NOON: WrittenTime = { ms: 12 * HOUR, offset: undefined };

/** What is written where a time may be. */
export type MaybeTime = WrittenTime | 'none' | 'not valid';

/* Each matches hours, minutes, seconds and a fraction of a second. */
const withColons = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?!\d)/;
const withoutColons = /^(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?(?!\d)/;
const withH = /^(\d{1,2})h(\d{2})(?![\p{L}\d])/iu;
const hourOnly = /^(0?[1-9]|1[0-2])(?=[^\S\n]*[ap]\.?\s?m(?![\p{L}\d]))/iu;
// A spreadsheet may write 6:00 as 0.25, a fraction of the day.
const withDots = /^(?!0\.)(\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?!\d)/;

const unmistakable = [withColons, withH, hourOnly];
const formsInTexts = [...unmistakable, withoutColons];
const formsInFields = [...formsInTexts, withDots];

const meridiem = /^[^\S\n]*([ap])\.?\s?m(?![\p{L}\d])\.?/iu;
const offsetAtStart = /^\s*(Z(?!\p{L})|[+-]\d{2}:?\d{2})(?!\d)/iu;
const offsetAlone = /^(?:Z|[+-]\d{2}:?\d{2})$/i;
const offsetAtEnd = /^\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?(?:\[[\w/+-]+\])?$/i;
const separator = /^(?:, *|[T \t]+)/i;

/**
 * Reads a field that holds a time of day and nothing else: `9:05`, `09:05:30.25+02:00`, `9:05 PM`, `21.05`, `21h05`. An
 * offset without a time means noon there.
 */
export function timeIn(field: string): MaybeTime {
  const text = field.trim();
  if (text === '') return 'none';
  const found = clockIn(text, formsInFields);
  if (found === undefined) return offsetAlone.test(text) ? { ...NOON, offset: minutesOf(text) } : 'not valid';
  const end = offsetAtEnd.exec(found.rest);
  if (found.ms === undefined || end === null) return 'not valid';
  return { ms: found.ms, offset: end[1] === undefined ? undefined : minutesOf(end[1]) };
}

/** The time of day that `text`, which follows a date, begins with; what follows may be any text. */
export function timeAtStart(text: string): MaybeTime {
  const [before] = separator.exec(text) ?? [];
  if (before === undefined) return 'none';
  const after = text.slice(before.length);
  const found = clockIn(after, before.startsWith(',') ? unmistakable : formsInTexts);
  if (found === undefined) return 'none';
  const isIso = /^\d{2}:?\d{2}/.test(after);
  // Four digits that are no time may be anything, such as a year.
  if (found.ms === undefined) return isIso && after[2] === ':' ? 'not valid' : 'none';
  return { ms: found.ms, offset: isIso ? offsetIn(found.rest) : undefined };
}

/** The offset from UTC, in minutes, that `text` begins with. */
function offsetIn(text: string): number | undefined {
  const offset = offsetAtStart.exec(text)?.[1];
  return offset === undefined ? undefined : minutesOf(offset);
}

/** The time that `text` begins with, and the text after it; `ms` is undefined for a time that no day has. */
function clockIn(text: string, forms: readonly RegExp[]) {
  for (const form of forms) {
    const found = form.exec(text);
    if (found === null) continue;
    const [all, hour, minute = 0, second = 0, fraction = ''] = found;
    const rest = text.slice(all.length);
    const half = meridiem.exec(rest);
    const isHalf = half !== null && Number(hour) >= 1 && Number(hour) <= 12;
    const hours = isHalf ? (Number(hour) % 12) + (half[1]?.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
    const isValid = hours < 24 && Number(minute) < 60 && Number(second) < 60;
    const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
    const ms = hours * HOUR + Number(minute) * 60_000 + Number(second) * 1_000 + milliseconds;
    return { ms: isValid ? ms : undefined, rest: isHalf ? rest.slice(half[0].length) : rest };
  }
  return undefined;
}

function minutesOf(offset: string): number {
  if (/[a-z]/i.test(offset)) return 0;
  const [sign, digits] = [offset.startsWith('-') ? -1 : 1, offset.replaceAll(/\D/g, '')];
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
}
