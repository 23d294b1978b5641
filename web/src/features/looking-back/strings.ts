import { counted, format } from '../../lib/format.ts';

/** The sentences of memories, the calendar and Surprise me. */
export const lookingBackStrings = {
  onThisDay: 'On this day',
  lately: 'Not long ago',
  ago: {
    years: (ago: number) => (ago === 1 ? 'A year ago' : `${format.number(ago)} years ago`),
    month: () => 'A month ago',
    week: () => 'A week ago',
  },
  more: (more: number) => `${format.number(more)} more`,
  all: (groups: number) => `Show all ${format.number(groups)} years`,
  showMore: 'Show more',
  hide: 'Hide for today',
  calendar: 'Calendar',
  surprise: 'Surprise me',
  noSurprise: 'There is no anecdote to surprise you with yet.',
  surpriseFailed: 'No anecdote could be loaded.',
  goTo: 'Go to a day',
  open: 'Open',
  years: 'Years',
  yearCount: (year: string, total: number) => `${year}: ${counted(total, 'anecdote')}`,
  dayCount: (day: string, total: number) => `${day}: ${counted(total, 'anecdote')}`,
  days: (year: number) => `Days of ${year}. Arrow keys move between those with anecdotes.`,
  empty: 'No anecdotes yet.',
  failed: "The calendar couldn't be loaded.",
  loading: 'Loading the calendar…',
} as const;
