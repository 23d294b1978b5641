import type { Filter } from './filter.ts';
import type { AnecdoteActions } from './use-anecdote-actions.ts';

export type View = 'timeline' | 'grid' | 'geo';

/** What every view of the filtered anecdotes gets. */
export type ViewProps = {
  filter: Filter;
  actions: AnecdoteActions;
  onTag: (tag: string) => void;
};
