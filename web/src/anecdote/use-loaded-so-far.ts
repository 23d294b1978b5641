import type { AnecdoteView, ChainSummary } from '@anecdotes/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { chainsOf } from './chains-of.ts';
import type { Filter } from './filter.ts';
import { loadedSoFarQuery } from './queries.ts';

/** The anecdotes matching a filter that were loaded so far, and how to load more. */
export type LoadedSoFar = {
  /** Newest first. */
  anecdotes: readonly AnecdoteView[];
  total: number;
  hasMore: boolean;
  isLoading: boolean;
  failed: boolean;
  loadMore: () => void;
  /** The chains of the linked anecdotes among them, by anecdote id. */
  chains: ReadonlyMap<string, ChainSummary>;
};

/** Loads the anecdotes that match `filter`, newest first; undefined until the first page has loaded or failed. */
export function useLoadedSoFar(filter: Filter): LoadedSoFar | undefined {
  const { data, hasNextPage, isFetching, error, fetchNextPage } = useInfiniteQuery({
    ...loadedSoFarQuery(filter),
    // While the data of another filter loads, the previous data stays on screen.
    placeholderData: keepPreviousData,
  });
  const anecdotes = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const chains = useMemo(() => chainsOf(data?.pages ?? []), [data]);
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (!data && !error) return undefined;
  return {
    anecdotes,
    total: data?.pages[0]?.pagination.totalCount ?? 0,
    hasMore: hasNextPage || !data,
    isLoading: isFetching,
    failed: error !== null,
    loadMore,
    chains,
  };
}
