/** The sentences of the panel below the search field, which is loaded when it is first shown. */
export const searchStrings = {
  recent: 'Recent searches on this device',
  clearRecent: 'Clear all',
  forget: (search: string) => `Forget the search for “${search}”`,
  help: 'Ways to search',
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
