import { paletteKeys, saveKeys } from './platform.ts';

/** The keyboard shortcuts by where they work; keys that belong together are parted by spaces. */
export const shortcutStrings = {
  title: 'Keyboard shortcuts',
  singleKeys: 'Single-key shortcuts',
  singleKeysHelp: 'Switch them off if keys are pressed by accident, or by dictation. Those with Ctrl or ⌘ stay.',
  groups: {
    Everywhere: {
      [paletteKeys]: 'Command palette',
      n: 'New anecdote',
      '/': 'Search',
      'g d': 'Go to your anecdotes',
      'g m': 'Go to their places',
      F6: 'To the message at the bottom',
      '?': 'Show these shortcuts',
    },
    'In a list of anecdotes': {
      j: 'Next anecdote',
      k: 'Previous anecdote',
      e: 'Edit the selected anecdote',
      s: 'Same Here on the selected anecdote',
    },
    'In the diagram': {
      '← →': 'To what came before, to what came after',
      '↑ ↓': 'Among those side by side',
      '↵': 'Open the selected anecdote',
    },
    'While you write': { [saveKeys]: 'Save' },
  },
} as const;
