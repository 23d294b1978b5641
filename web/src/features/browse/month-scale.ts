import { isoDay } from '../../lib/format.ts';
import type { Row } from './rows.ts';

/** A month in which something was written; `key` is YYYY-MM. */
export type Month = { key: string; at: Date; count: number };

type Day = { day: string; count: number };

/** The months of `days` in which something was written, newest first. */
export function monthsOf(days: readonly Day[]): Month[] {
  const counts = new Map<string, number>();
  for (const { day, count } of days) {
    const key = day.slice(0, 7);
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return [...counts]
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => b.localeCompare(a))
    .map(([key, count]) => ({ key, count, at: new Date(Number(key.slice(0, 4)), Number(key.slice(5)) - 1, 1) }));
}

/** The month a row of a timeline belongs to. */
export function monthOf(row: Row | undefined): string | undefined {
  if (row === undefined) return undefined;
  return row.kind === 'month' ? row.key.slice('month-'.length) : isoDay(new Date(row.anecdote.timestamp)).slice(0, 7);
}
