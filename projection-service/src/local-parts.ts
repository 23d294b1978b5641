/**
 * Returns a function that returns the formatter of an IANA zone, which is made once. The name of a zone may be given in
 * any case, so formatters are kept by the name in lower case: there are some hundred zones, but countless spellings.
 */
export function formatterByZone(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const key = timeZone.toLowerCase();
    const known = formatters.get(key);
    if (known !== undefined) return known;
    const formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    formatters.set(key, formatter);
    return formatter;
  };
}

const formatterOf = formatterByZone({
  hourCycle: 'h23',
  era: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The local date and time in an IANA zone at `instant`; each part but the year has two digits. */
export function localPartsOf(instant: Date, timeZone: string) {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) parts[type] = value;
  const { month = '', day = '', hour = '', minute = '', second = '' } = parts;
  const year = parts.era === 'AD' ? Number(parts.year) : 1 - Number(parts.year);
  return { year, month, day, hour, minute, second };
}

/** How far local time in `timeZone` is ahead of UTC at `instant`, in milliseconds. */
export function offsetAt(instant: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = localPartsOf(new Date(instant), timeZone);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(month) - 1, Number(day));
  local.setUTCHours(Number(hour), Number(minute), Number(second));
  return local.getTime() - Math.floor(instant / 1_000) * 1_000;
}
