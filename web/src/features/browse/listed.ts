import type { AnecdoteView, ChainSummary } from '@anecdotes/contracts';
import type { Filter } from '../../anecdote/filter.ts';
import type { Month } from '../../anecdote/months.ts';
import type { Highlight } from '../../anecdote/search.ts';

/** A list of anecdotes, of which only those near the window need to be loaded. */
export type PagedList = {
  total: number;
  /** The months the list is grouped by, in its order; none for an ungrouped list. */
  months: readonly Month[];
  /** The anecdote at `index`, undefined while it is loading or when that failed. */
  at(index: number): AnecdoteView | undefined;
  /** True when the anecdote at `index` could not be loaded. */
  hasFailed(index: number): boolean;
  /** Loads again what could not be loaded. */
  retry(): void;
  /** What those that are linked are linked to, by their ids, as far as they are loaded. */
  chains: ReadonlyMap<string, ChainSummary>;
  /** Where the anecdote `id` has what was searched for. */
  highlightsOf(id: string): readonly Highlight[];
  /** To be called with the first and the last index that are shown. */
  showRange(first: number, last: number): void;
};

/** The anecdotes of a list, as far as they are known. */
export type Listed = {
  /** Undefined until the first of them are there. */
  list: PagedList | undefined;
  /** How many there are; more than that when `isCapped`. */
  matching: number;
  isCapped: boolean;
  /** What may have been meant by the words that were searched for. */
  suggestions: readonly string[];
  /** The filter of `list`: the one before while the new one is loading. */
  shown: Filter;
  error: Error | null;
  /** Loads again what could not be loaded. */
  retry: () => void;
};
