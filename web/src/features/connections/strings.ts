import { format } from '../../lib/format.ts';
import { joinSentences } from '../../lib/join-sentences.ts';

/** The sentences of the screen that shows the connections of an anecdote. */
export const connectionStrings = {
  title: 'Anecdote Visualization',
  back: 'Back',
  loading: 'Loading visualization...',
  diagram: 'Connection diagram',
  list: 'Connections as a list',
  layers: { parent: 'What came before', current: 'This anecdote', child: 'What came after' },
  /** The text of a dot of the diagram for screen readers. */
  dot: (layer: string, text: string, day: string, tags: readonly string[]) =>
    joinSentences(layer, text, day, tags.join(', ')),
  notDrawn: (hidden: number) => `${format.number(hidden)} more ${hidden === 1 ? 'is' : 'are'} shown only in the list.`,
  find: 'Find in picture',
  found: (total: number) => `${format.number(total)} found`,
  whole: 'From the very beginning',
  incomplete:
    'This chain is too long to show in full: anecdotes far from this one, and the ends of long texts, are left out.',
  aloneTitle: 'No connected anecdotes',
  aloneText: 'Continue this one, and both will appear here, connected.',
  notFound: 'Anecdote not found',
  failed: 'Failed to load the connections',
} as const;
