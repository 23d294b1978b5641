import type { AnecdoteView, ChainSummary } from '@anecdotes/contracts';
import { memo } from 'react';
import { AnecdoteCard } from '../../anecdote/card.tsx';
import type { Highlight } from '../../anecdote/search.ts';
import type { AnecdoteActions } from '../../anecdote/use-anecdote-actions.ts';
import type { ListView } from '../../anecdote/view.ts';
import { DayFrame } from './day-frame.tsx';

type RowCardProps = {
  anecdote: AnecdoteView;
  chain: ChainSummary | undefined;
  highlights: readonly Highlight[];
  view: ListView;
  /** Its index in the list, from 0, and the length of the list. */
  index: number;
  total: number;
  /** The anecdotes before and after it in a timeline. */
  before?: AnecdoteView | undefined;
  after?: AnecdoteView | undefined;
  active: boolean;
  onEnter: (index: number, id: string) => void;
  onLeave: () => void;
  actions: AnecdoteActions;
  onTag: (tag: string) => void;
};

/** One anecdote of a long list. It renders again only when its props change, not whenever the list scrolls. */
export const RowCard = memo(function RowCard({ view, index, total, before, after, onEnter, ...card }: RowCardProps) {
  const drawn = (
    <AnecdoteCard
      {...card}
      variant={view === 'grid' ? 'card' : 'timeline'}
      position={{ number: index + 1, total }}
      onEnter={() => onEnter(index, card.anecdote.id)}
    />
  );
  if (view === 'grid') return drawn;
  return (
    <DayFrame anecdote={card.anecdote} before={before} after={after}>
      {drawn}
    </DayFrame>
  );
});
