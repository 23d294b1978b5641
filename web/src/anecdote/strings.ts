import type { ChainSummary } from '@anecdotes/contracts';

const count = new Intl.NumberFormat();

/** What is said about an anecdote wherever it is shown. */
export const anecdoteStrings = {
  loading: 'Loading anecdotes…',
  open: 'Open the anecdote of',
  notLoaded: 'Not loaded',
  didYouMean: (words: string) => `Did you mean “${words}”?`,
  readMore: 'Read more',
  readLess: 'Read less',
  filterBy: (tag: string) => `Click to filter by ${tag}`,
  customLocation: 'Custom location',
  moreTags: (more: number) => `+${count.format(more)}`,
  showPoint: (place: string) => `Show the coordinates: ${place}`,
  othersNear: 'Others near this place',
  openInMaps: 'Open in maps',
  sameHere: 'Same Here',
  viewTimeline: 'View timeline',
  noTimeline: 'No connected anecdote',
  loadFailed: 'Failed to load anecdote for editing',
  continueThis: 'Continue this',
  edit: 'Edit',
  remove: 'Delete',
  removed: (notes: number) => (notes === 1 ? 'Anecdote deleted' : `${count.format(notes)} anecdotes deleted`),
  removeFailed: 'Failed to delete anecdote',
  restored: (notes: number) => (notes === 1 ? 'Anecdote restored' : `${count.format(notes)} anecdotes restored`),
  restoreFailed: 'Failed to restore anecdote',
  linked: 'Connected',
  unlinked: 'Connection removed',
  linkUndone: 'Undone',
  linkFailed: 'Failed to change the connection',
  deleted: 'A deleted anecdote',
  chain: ({ before, after, branches, cut }: ChainSummary) => {
    const parts = [
      `Anecdote ${count.format(before + 1)} of ${cut ? 'more than ' : ''}${count.format(before + 1 + after)}`,
      ...(branches > 0 ? [`${count.format(branches)} ${branches === 1 ? 'branch' : 'branches'}`] : []),
    ];
    return `${parts.join(', ')}. View connections`;
  },
  backToAll: 'Back to All Anecdotes',
  filters: {
    quick: { energy: 'Energy', problems: 'Problems', positive: 'Positive' },
    periods: { all: 'All Time', week: 'Last Week', month: 'Last Month', custom: 'Custom Range' },
    clearFilters: 'Clear All Filters',
  },
  views: {
    timeline: 'Timeline',
    grid: 'Grid',
    geo: 'Geo',
    graph: 'Graph',
  },
} as const;
