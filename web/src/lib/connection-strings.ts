import { joinSentences } from './join-sentences.ts';

const count = new Intl.NumberFormat();

/** The sentences of the screen that shows the connections of an anecdote, which are loaded with it. */
export const connectionStrings = {
  title: 'Anecdote Visualization',
  back: 'Back',
  loading: 'Loading visualization...',
  diagram: 'Connection diagram',
  list: 'The same as a list',
  layers: { parent: 'What came before', current: 'This anecdote', child: 'What came after' },
  /** How a dot of the diagram is read out. */
  dot: (layer: string, text: string, day: string, tags: readonly string[]) =>
    joinSentences(layer, text, day, tags.join(', ')),
  notDrawn: (hidden: number) => `${count.format(hidden)} more are only in the list.`,
  more: (hidden: number) => `Show ${count.format(hidden)} more`,
  whole: 'From the very beginning',
  incomplete:
    'This chain is too long to be shown whole: anecdotes that are far from this one, or the ends of their texts, are left out.',
  aloneTitle: 'No connected anecdotes.',
  aloneText: 'Continue this one, and the two will stand here, joined.',
  notFound: 'Anecdote not found',
  failed: 'The connections could not be loaded',
} as const;
