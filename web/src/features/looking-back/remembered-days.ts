import { dayOf, lengthOfMonth, type MemoriesView, partsOfDay } from '@anecdotes/contracts';

/** The first and the last day of a group: the same day, or 28 and 29 February if this year has no 29th. */
export function rememberedRange(
  today: string,
  { date }: Pick<MemoriesView['groups'][number], 'date'>,
): [from: string, to: string] {
  const [year, month, day] = partsOfDay(today);
  const standsForLeapDay = month === 2 && day === 28 && lengthOfMonth(year, 2) === 28 && date.endsWith('-02-28');
  return [date, (standsForLeapDay && dayOf(partsOfDay(date)[0], 2, 29)) || date];
}
