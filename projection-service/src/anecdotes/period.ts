const DAY_MS = 86_400_000;
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** `[from, before)`; a missing end is open. */
export type Period = { from?: string; before?: string };

/** The period between two ends; days are those of `timeZone` and the last one is part of it to its end. */
export function periodOf(from: string | undefined, to: string | undefined, timeZone: string): Period {
  return {
    ...(from !== undefined && { from: isDay(from) ? iso(startOfDay(from, timeZone)) : from }),
    ...(to !== undefined && { before: isDay(to) ? iso(startOfDay(nextDay(to), timeZone)) : justAfter(to) }),
  };
}

function isDay(text: string): boolean {
  return text.length === 10;
}

function nextDay(day: string): string {
  return new Date(Math.min(Date.parse(`${day}T00:00:00Z`) + DAY_MS, LAST)).toISOString().slice(0, 10);
}

/** Instants are kept to the millisecond, so this one and all before it lie before the next one. */
function justAfter(instant: string): string {
  return iso(Date.parse(instant) + 1);
}

function iso(instant: number): string {
  return new Date(Math.min(LAST, Math.max(FIRST, instant))).toISOString();
}

/** The first instant of `day` in `timeZone`: its midnight, or the end of the gap that swallowed midnight. */
function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (timeZone === 'UTC') return midnight;
  const before = midnight - offsetAt(midnight - DAY_MS, timeZone);
  const after = midnight - offsetAt(midnight + DAY_MS, timeZone);
  const candidates = [before, after].filter((instant) => instant + offsetAt(instant, timeZone) === midnight);
  return candidates.length > 0 ? Math.min(...candidates) : Math.max(before, after);
}

/** How far local time in `timeZone` is ahead of UTC at `instant`, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts: Record<string, string> = {};
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
  for (const { type, value } of formatter.formatToParts(new Date(instant))) parts[type] = value;
  const year = parts.era === 'AD' ? Number(parts.year) : 1 - Number(parts.year);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
  local.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
  return local.getTime() - Math.floor(instant / 1_000) * 1_000;
}
