import { paletteKeys, saveKeys } from './platform.ts';

/** The keyboard shortcuts by where they work; the keys of one shortcut are separated by spaces. */
export const shortcutStrings = {
  title: 'Keyboard shortcuts',
  singleKeys: 'Single-key shortcuts',
  singleKeysHelp:
    'Turn these off if keys get pressed by accident or by dictation. Shortcuts with Ctrl or ⌘ keep working.',
  groups: {
    Everywhere: {
      [paletteKeys]: 'Command palette',
      n: 'New anecdote',
      '/': 'Search',
      'g d': 'Go to your anecdotes',
      'g m': 'Go to the Geo view',
      'g g': 'Go to the Graph view',
      F6: 'Go to the message at the bottom',
      '?': 'Show these shortcuts',
    },
    'In a list of anecdotes': {
      j: 'Next anecdote',
      k: 'Previous anecdote',
      '↵': 'Open the selected anecdote',
      e: 'Edit the selected anecdote',
      s: 'Same Here on the selected anecdote',
      c: 'Connect the selected anecdote to another',
    },
    'Reading an anecdote': {
      j: 'Next in its chain',
      k: 'Previous in its chain',
      b: 'Next branch of its chain',
      e: 'Edit',
      s: 'Same Here',
      c: 'Connect to another anecdote',
    },
    'On a linked timeline': {
      l: 'Timeline of what came after',
      h: 'Timeline of what came before',
      b: 'Timeline of the next branch',
    },
    'In the diagram': {
      '← →': 'Go to what came before or after',
      '↑ ↓': 'Move within a column',
      '↵': 'Open the selected anecdote',
    },
    'While writing': { [saveKeys]: 'Save' },
  },
} as const;
