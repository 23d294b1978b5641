import { formatterByZone } from '../local-parts.ts';

const formatterOf = formatterByZone({ era: 'short', year: 'numeric', month: '2-digit', day: '2-digit' });

/** The calendar day (YYYY-MM-DD) of the instant `iso` in `timeZone`, kept within the years 1 to 9999. */
export function localDay(iso: string, timeZone: string): string {
  if (timeZone === 'UTC') return iso.slice(0, 10);
  const parts: Record<string, string> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(new Date(iso))) parts[type] = value;
  if (parts.era !== 'AD') return '0001-01-01';
  const year = parts.year ?? '';
  if (year.length > 4) return '9999-12-31';
  return `${year.padStart(4, '0')}-${parts.month}-${parts.day}`;
}
