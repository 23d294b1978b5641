import { counted, format } from '../../lib/format.ts';

/** The sentences of the lists of anecdotes and of their filters. */
export const browseStrings = {
  guestNote: 'This is the shared guest account. Everyone who tries Anecdotes can see what you write here.',
  view: 'View',
  pageTitles: { geo: 'Map', graph: 'Graph' },
  showFilters: 'Show Filters',
  hideFilters: 'Hide Filters',
  showMaps: 'Show Maps',
  hideMaps: 'Hide Maps',
  quickFilters: 'Quick filters',
  clearAll: 'Clear All',
  period: 'Time Period',
  from: 'From',
  to: 'To',
  backwards: 'The first day is after the last one.',
  tags: 'Tags',
  findTag: 'Find a tag',
  tagsFound: (shown: number, all: number) =>
    shown < all ? `The ${format.number(shown)} most used of ${format.number(all)}` : `${format.number(all)} found`,
  exportList: 'Export this list',
  removeFilter: (name: string) => `Remove filter ${name}`,
  showingAll: (total: number) => `Showing all ${counted(total, 'anecdote')}`,
  showingSome: (shown: number, total: number, isCapped: boolean) =>
    `Showing ${format.number(shown)}${isCapped ? '+' : ''} of ${format.number(total)} anecdotes`,
  end: "You've reached the end.",
  emptyTitle: 'Nothing written down yet',
  emptyThen: 'Nothing written down by then',
  emptyText: 'Start small: what happened on your way here?',
  createFirst: 'Create Your First Anecdote',
  noResultsTitle: 'Nothing matches',
  nothingPasses: 'No anecdote passes all of these filters.',
  nothingFound: (words: string, isNarrowed: boolean) =>
    isNarrowed
      ? `No anecdote that passes the filters has “${words}” in its text, tags or place.`
      : `No anecdote has “${words}” in its text, tags or place.`,
  nothingFits: (query: string, isNarrowed: boolean) =>
    isNarrowed ? `No anecdote that passes the filters fits “${query}”.` : `No anecdote fits “${query}”.`,
  searchEverything: 'Search all anecdotes',
  clearSearch: 'Clear the search only',
  anywhere: 'Search everywhere, not only near a place',
  resultsFor: (words: string) => `Showing results for “${words}”.`,
  searchInstead: (words: string) => `Search only for “${words}”`,
  sort: 'Order',
  sortings: { relevance: 'Best match', time: 'Newest' },
  failed: {
    start: 'Failed to load data',
    tagged: 'Failed to fetch anecdotes',
    list: 'Failed to load anecdotes',
  },
  printFailed: "Some anecdotes couldn't be loaded, so nothing was printed",
  printing: (total: number) => `Loading ${format.number(total)} anecdotes to print…`,
  printedSome: (shown: number, total: number) =>
    `${format.number(shown)} of ${format.number(total)} anecdotes. Use Print on the page to print them all.`,
  printedCapped: (total: number) => `The newest ${format.number(total)} of all that the search finds.`,
  moreFailed: "Some anecdotes couldn't be loaded.",
  noneToDisplay: 'No anecdotes to display',
  months: 'Months',
  monthCount: (year: string, total: number) => `${year}: ${format.number(total)}`,
} as const;
