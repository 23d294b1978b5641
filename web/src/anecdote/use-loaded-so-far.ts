import type { AnecdoteView, ChainSummary } from '@anecdotes/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { chainsOf } from './chain-summary.ts';
import type { Filter } from './filter.ts';
import { loadedSoFarQuery } from './queries.ts';

/** The anecdotes that were loaded so far of all that pass a filter, and how to load more. */
export type LoadedSoFar = {
  /** Newest first. */
  anecdotes: readonly AnecdoteView[];
  total: number;
  hasMore: boolean;
  isLoading: boolean;
  failed: boolean;
  loadMore: () => void;
  /** What those that are linked are linked to, by their ids. */
  chains: ReadonlyMap<string, ChainSummary>;
};

/** Loads the anecdotes that pass `filter` from the newest on; undefined until the first have come or failed to. */
export function useLoadedSoFar(filter: Filter): LoadedSoFar | undefined {
  const { data, hasNextPage, isFetching, error, fetchNextPage } = useInfiniteQuery({
    ...loadedSoFarQuery(filter),
    // What is in sight stays until what comes into sight is there.
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
