/** An instant as a clock in its zone shows it. */
export type LocalTime = {
  /** `2026-11-20` */
  readonly date: string;
  /** `09:42:00` */
  readonly time: string;
};

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

/** The local time of `instant` in an IANA zone. */
export function localTimeOf(instant: Date, timeZone: string): LocalTime {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) parts[type] = value;
  const year = parts.era === 'AD' ? Number(parts.year) : 1 - Number(parts.year);
  return {
    date: `${String(Math.max(0, year)).padStart(4, '0')}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}:${parts.second}`,
  };
}
