import { counted, format } from '../../lib/format.ts';

/** The sentences of the statistics. */
export const overviewStrings = {
  total: 'Total Anecdotes',
  week: 'This Week',
  tags: 'Unique Tags',
  topTags: 'Top Tags',
  allTags: 'All tags',
  title: 'Statistics',
  summary: (total: number, week: number) => `${counted(total, 'anecdote')}, ${format.number(week)} this week`,
  year: (year: number | undefined) => (year === undefined ? 'Your year' : `Your year ${year}`),
  chooseDay: (year: number | undefined) => `Open a day in ${year ?? 'the past year'}`,
  yearSummary: (anecdotes: number, days: number, year: number | undefined) =>
    `${counted(anecdotes, 'anecdote')} on ${counted(days, 'day')} in ${year ?? 'the past year'}`,
  pastYear: 'Past year',
  earlier: 'Earlier year',
  later: 'Later year',
  yearFailed: "This year couldn't be loaded.",
  weekFrom: 'Week of',
  dayCount: (day: string, anecdotes: number) => `${day}: ${format.number(anecdotes)}`,
  failed: 'Failed to get tag statistics',
} as const;
