import { z } from 'zod';
import { dayOf, daysLater, lengthOfMonth, partsOfDay } from '../calendar.ts';
import { AnecdoteView } from './views.ts';

/**
 * `GET /anecdotes/memories`: what happened on the same day in earlier years, the last year first; in the first year of
 * a journal, what happened one week and one month ago. Groups without anecdotes are left out.
 */
export const MemoriesView = z.object({
  date: z.iso.date().describe('The day for which memories were asked.'),
  groups: z.array(
    z.object({
      kind: z.enum(['years', 'month', 'week']),
      ago: z.int().positive().describe('How many years, months or weeks ago.'),
      date: z.iso.date(),
      anecdotes: z.array(AnecdoteView).describe('The first anecdotes of the day; total counts all.'),
      total: z.int().positive().describe('How many anecdotes the day has.'),
    }),
  ),
});
export type MemoriesView = z.infer<typeof MemoriesView>;

/** `GET /anecdotes/days`: the days of a year that have anecdotes. */
export const DaysView = z.object({
  year: z.int(),
  days: z.array(z.object({ day: z.iso.date(), count: z.int().positive() })),
  years: z.array(z.int()).describe('All years that have anecdotes, newest first.'),
});
export type DaysView = z.infer<typeof DaysView>;

/** `GET /anecdotes/random`: a random anecdote that passes the filters, each equally likely; null when none does. */
export const RandomAnecdote = AnecdoteView.nullable();
export type RandomAnecdote = z.infer<typeof RandomAnecdote>;

/** Days that are remembered together, as `MemoriesView` names them; both ends included. */
export type RememberedDays = Pick<MemoriesView['groups'][number], 'kind' | 'ago' | 'date'> & {
  readonly from: string;
  readonly to: string;
};

/**
 * The days to remember on `date` in a journal whose first anecdote is of the day `first` and that has anecdotes in
 * `years`. In a year without a 29 February, that day is remembered on the 28th.
 */
export function rememberedDays(date: string, first: string, years: readonly number[]): RememberedDays[] {
  const [year, month, day] = partsOfDay(date);
  const standsForLeapDay = month === 2 && day === 28 && lengthOfMonth(year, 2) === 28;
  const leapDayOf = (earlier: number) => (standsForLeapDay ? dayOf(earlier, 2, 29) : undefined);
  const yearAgo = leapDayOf(year - 1) ?? dayOf(year - 1, month, day) ?? dayOf(year - 1, month, day - 1);
  if (yearAgo === undefined || first > yearAgo) {
    const [lastYear, lastMonth] = month === 1 ? [year - 1, 12] : [year, month - 1];
    const monthAgo = dayOf(lastYear, lastMonth, Math.min(day, lengthOfMonth(lastYear, lastMonth)));
    return [...single('week', daysLater(date, -7)), ...single('month', monthAgo)];
  }
  return years
    .filter((earlier) => earlier < year)
    .sort((a, b) => b - a)
    .flatMap((earlier) => {
      const from = dayOf(earlier, month, day);
      const to = leapDayOf(earlier) ?? from;
      return from && to ? [{ kind: 'years' as const, ago: year - earlier, date: from, from, to }] : [];
    });
}

function single(kind: 'week' | 'month', date: string | undefined): RememberedDays[] {
  return date === undefined ? [] : [{ kind, ago: 1, date, from: date, to: date }];
}
