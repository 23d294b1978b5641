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
  recent: 'Recent searches on this device',
  clearRecent: 'Clear all',
  forget: (search: string) => `Forget the search for “${search}”`,
  searchHelp: 'Ways to search',
} as const;

/** What can be typed into a search, and what it finds. */
export const searchHelp: Readonly<Record<string, string>> = {
  'tram cello': 'Both words, in any order, in text, tags or place',
  '"old man"': 'Exactly these words',
  '-rain': 'Without this word',
  'tag:work': 'With this tag',
  'place:station': 'At a place with this in its name or address',
  'before:2026-01': 'Before that year, month or day; also after: and on:',
  'has:place': 'With a place',
  'is:linked': 'Connected to another anecdote',
};
