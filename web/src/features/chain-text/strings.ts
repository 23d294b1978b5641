import { isolatedRange } from '../../lib/format.ts';

const count = new Intl.NumberFormat();

/** The sentences of a chain that is read as one text. */
export const chainTextStrings = {
  pageTitle: (start: string) => `Chain: ${start}`,
  /** From the first day to the last. */
  days: isolatedRange({ dateStyle: 'long' }),
  figures: (anecdotes: number, branches: number) => {
    const parts = [`${count.format(anecdotes)} ${anecdotes === 1 ? 'anecdote' : 'anecdotes'}`];
    if (branches > 0) parts.push(`${count.format(branches)} ${branches === 1 ? 'branch' : 'branches'}`);
    return parts.join(', ');
  },
  cut: (shown: number, total: number) =>
    `Only the oldest ${count.format(shown)} of ${count.format(total)} anecdotes are shown here.`,
  back: 'Back',
  loading: 'Loading the chain…',
  branch: (at: number, of: number) => `Branch ${count.format(at)} of ${count.format(of)}`,
  from: (start: string) => `continues “${start}”`,
  fromDeleted: 'continues a deleted anecdote',
  notFound: 'Anecdote not found',
  failed: 'Failed to load the connections',
} as const;
