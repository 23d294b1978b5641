import type { Filter } from './filter.ts';
import type { AnecdoteActions } from './use-anecdote-actions.ts';

export const views = ['timeline', 'grid', 'geo', 'graph'] as const;
export type View = (typeof views)[number];

/** The views that show anecdotes one after the other. */
export type ListView = 'timeline' | 'grid';

export function isListView(view: View): view is ListView {
  return view === 'timeline' || view === 'grid';
}

/** The order of search results. */
export type Sorting = 'relevance' | 'time';

/** The props of every view of the filtered anecdotes. */
export type ViewProps = {
  filter: Filter;
  actions: AnecdoteActions;
  /** The same function in every render. */
  onTag: (tag: string) => void;
};
