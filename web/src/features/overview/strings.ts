const count = new Intl.NumberFormat();

/** The sentences of the statistics. */
export const overviewStrings = {
  total: 'Total Anecdotes',
  week: 'This Week',
  tags: 'Unique Tags',
  topTags: 'Top Tags',
  allTags: 'All tags',
  title: 'Statistics',
  summary: (total: number, week: number) =>
    `${count.format(total)} ${total === 1 ? 'anecdote' : 'anecdotes'}, ${count.format(week)} this week`,
  year: (year: number | undefined) => (year === undefined ? 'Your year' : `Your year ${year}`),
  chooseDay: (year: number | undefined) => `Open a day in ${year ?? 'the past year'}`,
  yearSummary: (anecdotes: number, days: number, year: number | undefined) =>
    `${count.format(anecdotes)} ${anecdotes === 1 ? 'anecdote' : 'anecdotes'} on ${count.format(days)} ${days === 1 ? 'day' : 'days'} in ${year ?? 'the past year'}`,
  pastYear: 'Past year',
  earlier: 'Earlier year',
  later: 'Later year',
  yearFailed: "This year couldn't be loaded.",
  weekFrom: 'Week of',
  dayCount: (day: string, anecdotes: number) => `${day}: ${count.format(anecdotes)}`,
  failed: 'Failed to get tag statistics',
} as const;
