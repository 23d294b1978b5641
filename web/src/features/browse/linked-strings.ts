import { counted, format } from '../../lib/format.ts';

/** The sentences of the timeline of connected anecdotes. */
export const linkedStrings = {
  title: 'Connected Anecdotes Timeline',
  count: (total: number) => counted(total, 'connected anecdote'),
  cut: (total: number) =>
    `This timeline has ${format.number(total)} anecdotes, too many to show at once. Only the oldest are shown.`,
  message: (total: number) => `Showing timeline for ${format.number(total)} connected anecdotes`,
  continuesDeleted: 'This continues a deleted anecdote.',
} as const;
