import { counted } from '../../lib/format.ts';

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
  /**
   * Other words for commands, by id. They are looked at when no command has the typed words in its name; words that are
   * common in anecdotes are left out, because Enter would run the command instead of searching.
   */
  otherWords: {
    surprise: 'random',
    tags: 'rename merge',
    import: 'upload',
    export: 'download backup',
    activity: 'history changes',
    trash: 'deleted restore',
    account: 'settings preferences profile password sessions',
    'api-keys': 'tokens',
    geo: 'map',
    graph: 'connections chains',
    clear: 'reset',
    'theme-system': 'mode appearance',
    'theme-light': 'mode appearance',
    'theme-dark': 'mode appearance',
    print: 'pdf',
    'log-out': 'logout sign signout',
  } as Readonly<Record<string, string>>,
  searchFor: (typed: string) => `Search your anecdotes for “${typed}”`,
  failed: 'Search failed',
  found: (commands: number, anecdotes: number) => `${counted(commands, 'command')}, ${counted(anecdotes, 'anecdote')}`,
  walk: 'move',
  open: 'open',
  leave: 'close',
} as const;
