const count = new Intl.NumberFormat();

/** The sentences of the timeline of connected anecdotes. */
export const linkedStrings = {
  title: 'Connected Anecdotes Timeline',
  count: (total: number) => `${count.format(total)} connected ${total === 1 ? 'anecdote' : 'anecdotes'}`,
  cut: (total: number) =>
    `This timeline has ${count.format(total)} anecdotes, too many to show at once. Only the oldest are shown.`,
  message: (total: number) => `Showing timeline for ${count.format(total)} connected anecdotes`,
  continuesDeleted: 'This continues a deleted anecdote.',
} as const;
