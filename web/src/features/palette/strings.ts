const count = new Intl.NumberFormat();

/** The sentences of the command palette. */
export const paletteStrings = {
  prompt: 'Find a command or anecdote',
  results: 'Commands and anecdotes',
  groups: {
    anecdote: 'This anecdote',
    go: 'Go to',
    view: 'Views',
    filter: 'Filters',
    theme: 'Theme',
    more: 'More',
    anecdotes: 'Anecdotes',
  },
  calendar: 'Calendar: go to a day',
  surprise: 'Surprise me',
  exportJournal: 'Export your journal',
  exportList: 'Export this list',
  searchFor: (typed: string) => `Search your anecdotes for “${typed}”`,
  failed: 'Search failed',
  found: (commands: number, anecdotes: number) =>
    `${count.format(commands)} ${commands === 1 ? 'command' : 'commands'}, ${count.format(anecdotes)} ${anecdotes === 1 ? 'anecdote' : 'anecdotes'}`,
  walk: 'move',
  open: 'open',
  leave: 'close',
} as const;
