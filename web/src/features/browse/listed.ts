import type { AnecdoteView, ChainSummary } from '@anecdotes/contracts';
import type { Filter } from '../../anecdote/filter.ts';
import type { Month } from '../../anecdote/months.ts';
import type { Highlight } from '../../anecdote/search.ts';
import type { Sorting } from '../../anecdote/view.ts';

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
  /** The chain summaries of the linked anecdotes, by anecdote id, as far as they are loaded. */
  chains: ReadonlyMap<string, ChainSummary>;
  /** Where the anecdote `id` contains the searched words. */
  highlightsOf(id: string): readonly Highlight[];
  /** To be called with the first and the last index that are shown. */
  showRange(first: number, last: number): void;
};

const none: readonly Highlight[] = [];

/** The highlights of a list that is not the result of a search. */
export function noHighlights(): readonly Highlight[] {
  return none;
}

/** How far an anecdote is looked for from the index that it had. */
const NEAR = 20;

/** The index of the anecdote `id`, which was at `index`; undefined if it is not near that any more. */
export function indexNear(list: PagedList, id: string, index: number): number | undefined {
  for (let by = 0; by <= NEAR; by += 1) {
    for (const near of [index + by, index - by]) if (list.at(near)?.id === id) return near;
  }
  return undefined;
}

/** The anecdotes of a list, as far as they are known. */
export type Listed = {
  /** Undefined until the first anecdotes are loaded. */
  list: PagedList | undefined;
  /** How many anecdotes there are; only a lower bound when `isCapped`. */
  matching: number;
  isCapped: boolean;
  /** Other queries that the person may have meant. */
  suggestions: readonly string[];
  /** The filter of `list`: the previous one while a new one is loading. */
  shown: Filter;
  /** The order of `list`: the previous one while the same results are loading in another order. */
  sorting: Sorting;
  error: Error | null;
  /** Loads again what could not be loaded. */
  retry: () => void;
};
