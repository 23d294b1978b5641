/** The sentences of the bar and its menu. */
export const shellStrings = {
  skip: 'Skip to content',
  home: 'Anecdotes: go to your journal',
  search: 'Search your anecdotes',
  clearSearch: 'Clear search',
  journal: 'Journal',
  searchShort: 'Search',
  newShort: 'New',
  nowShort: 'Now',
  you: 'You',
  account: (name: string) => `${name}, account and settings`,
  signedInAs: 'Signed in as',
  theme: 'Theme',
} as const;
