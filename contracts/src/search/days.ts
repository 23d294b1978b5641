import { dayOf, daysLater, FIRST_DAY, LAST_DAY, lengthOfMonth } from '../calendar.ts';

/** Days (YYYY-MM-DD), both included; an end that is missing is open. */
export type Days = { readonly from?: string; readonly to?: string };

/** The days of a year, a month or a day (2026, 2026-01, 2026-01-05); undefined for any other text. */
export function daysOf(text: string): Required<Days> | undefined {
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text)?.slice(1);
  const [year = 0, month, day] = parts?.map((part) => (part === undefined ? undefined : Number(part))) ?? [];
  const from = dayOf(year, month ?? 1, day ?? 1);
  const to = dayOf(year, month ?? 12, day ?? lengthOfMonth(year, month ?? 12));
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** The days before a year, a month or a day. */
export function daysBefore(text: string): Days | undefined {
  const days = daysOf(text);
  return days && periodUntil(daysLater(days.from, -1));
}

/** The days after the end of a year, a month or a day. */
export function daysAfter(text: string): Days | undefined {
  const days = daysOf(text);
  return days && periodSince(daysLater(days.to, 1));
}

/** An empty period: it ends before it begins. */
const NEVER: Days = { from: LAST_DAY, to: FIRST_DAY };

function periodUntil(to: string | undefined): Days {
  return to === undefined ? NEVER : { to };
}

function periodSince(from: string | undefined): Days {
  return from === undefined ? NEVER : { from };
}
