import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { chainsOf } from '../../anecdote/chains-of.ts';
import type { Filter } from '../../anecdote/filter.ts';
import { monthsOf } from '../../anecdote/months.ts';
import { foundQuery, type Highlight } from '../../anecdote/search.ts';
import type { Sorting } from '../../anecdote/view.ts';
import { type Listed, noHighlights } from './listed.ts';

/** The next page is requested when the list is shown up to this many anecdotes before the last loaded one. */
const AHEAD = 20;

/** The search results that pass `filter`, loaded as the list is scrolled; nothing is loaded unless `enabled`. */
export function useFoundAnecdotes(filter: Filter, sorting: Sorting, grouped: boolean, enabled: boolean): Listed {
  const { data, error, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...foundQuery(filter, sorting),
    enabled,
    placeholderData: keepPreviousData,
  });
  const retry = useCallback(() => void (data ? fetchNextPage() : refetch()), [data, fetchNextPage, refetch]);
  const anecdotes = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const canLoad = hasNextPage && !isFetching && !isError;
  const showRange = useCallback(
    (_first: number, last: number) => {
      if (canLoad && last >= anecdotes.length - AHEAD) void fetchNextPage();
    },
    [canLoad, anecdotes.length, fetchNextPage],
  );
  // The results of the previous order are not grouped: their months would be out of order, and repeat.
  const isGrouped = grouped && data?.pages[0]?.sorting === 'time';
  const list = useMemo(() => {
    const pages = data?.pages;
    if (!pages) return undefined;
    const highlights = Object.assign({}, ...pages.map((page) => page.highlights)) as Record<string, Highlight[]>;
    const months = isGrouped ? monthsOf(anecdotes) : [];
    // One extra row shows that more results are loading, or that they could not be loaded.
    const extra = hasNextPage ? 1 : 0;
    const lastMonth = months.at(-1);
    if (lastMonth) lastMonth.count += extra;
    return {
      total: anecdotes.length + extra,
      months,
      at: (index: number) => anecdotes[index],
      hasFailed: () => isError,
      retry,
      chains: chainsOf(pages),
      highlightsOf: (id: string) => highlights[id] ?? noHighlights(),
      showRange,
    };
  }, [data, anecdotes, isGrouped, hasNextPage, isError, retry, showRange]);
  const first = data?.pages[0];
  return {
    list,
    matching: first?.pagination.totalCount ?? 0,
    isCapped: first?.pagination.isCapped ?? false,
    suggestions: first?.suggestions ?? [],
    shown: first?.filter ?? filter,
    sorting: first?.sorting ?? sorting,
    error: data && !isError ? null : error,
    retry,
  };
}
