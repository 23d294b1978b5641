import { counted, format, isolatedRange } from '../../lib/format.ts';
import { joinSentences } from '../../lib/join-sentences.ts';

const anecdotes = (total: number) => counted(total, 'anecdote');

/** The sentences of the graph of all chains. */
export const journalGraphStrings = {
  title: 'All connections',
  picture: 'Graph of all connections',
  /** From the first day to the last. */
  days: isolatedRange({ dateStyle: 'medium' }),
  figures: (total: number, chains: number) => `${anecdotes(total)} in ${counted(chains, 'chain')}`,
  cut: (shown: number, total: number) =>
    `Only the newest ${format.number(shown)} of ${format.number(total)} connected anecdotes are shown. Filter to see others.`,
  unlinked: (total: number) =>
    total === 1 ? '1 anecdote has no connections.' : `${format.number(total)} anecdotes have no connections.`,
  noWebGl: "This browser can't draw with WebGL, so the connections are shown as a list only.",
  noLayout: "The picture of all connections couldn't be laid out.",
  loading: 'Loading the connections…',
  failed: "The connections couldn't be loaded.",
  emptyTitle: 'No connections yet',
  emptyText: 'Continue an anecdote, and the two will appear here, connected.',
  noneTitle: 'None of these anecdotes is connected to another',
  noneText: 'Try other filters.',
  list: 'Chains as a list',
  chain: (tags: readonly string[], total: number) =>
    tags.length === 0 ? anecdotes(total) : `${tags.join(' · ')}, ${anecdotes(total)}`,
  more: 'Show more chains',
  until: 'How it grew',
  untilDay: (day: string, shown: number) => `${day}: ${anecdotes(shown)}`,
  play: 'Play',
  pause: 'Pause',
  spoken: (text: string, day: string, tag: string, links: number) =>
    joinSentences(text, day, tag, counted(links, 'connection')),
} as const;
