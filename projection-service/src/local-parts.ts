const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** The local date and time in an IANA zone at `instant`; each part but the year has two digits. */
export function localPartsOf(instant: Date, timeZone: string) {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) parts[type] = value;
  const { month = '', day = '', hour = '', minute = '', second = '' } = parts;
  const year = parts.era === 'AD' ? Number(parts.year) : 1 - Number(parts.year);
  return { year, month, day, hour, minute, second };
}
