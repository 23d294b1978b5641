import { counted, format, isolatedIfRightToLeft, isolatedRange } from '../../lib/format.ts';

/** The sentences of a chain that is read as one text. */
export const chainTextStrings = {
  pageTitle: (start: string) => `Chain: ${start}`,
  /** From the first day to the last. */
  days: isolatedRange({ dateStyle: 'long' }),
  figures: (anecdotes: number, branches: number) => {
    const parts = [counted(anecdotes, 'anecdote')];
    if (branches > 0) parts.push(counted(branches, 'branch', 'branches'));
    return parts.join(', ');
  },
  cut: (shown: number, total: number) =>
    `Only the oldest ${format.number(shown)} of ${format.number(total)} anecdotes are shown here.`,
  back: 'Back',
  loading: 'Loading the chain…',
  branch: (at: number, of: number) => `Branch ${format.number(at)} of ${format.number(of)}`,
  from: (start: string) => `continues “${isolatedIfRightToLeft(start)}”`,
  fromDeleted: 'continues a deleted anecdote',
  notFound: 'Anecdote not found',
  failed: 'Failed to load the connections',
} as const;
