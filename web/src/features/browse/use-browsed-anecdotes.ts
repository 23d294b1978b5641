import { useState } from 'react';
import { type Filter, filterName } from '../../anecdote/filter.ts';
import type { Sorting } from '../../anecdote/view.ts';
import type { Listed } from './listed.ts';
import { useFoundAnecdotes } from './use-found-anecdotes.ts';
import { usePagedAnecdotes } from './use-paged-anecdotes.ts';

/**
 * The anecdotes that pass `filter`: search results in the order of `sorting`, all others newest first. `hasStarted` is
 * true once any list was loaded.
 */
export function useBrowsedAnecdotes(
  filter: Filter,
  sorting: Sorting,
  grouped: boolean,
  isList: boolean,
): Listed & { hasStarted: boolean } {
  const isSearch = filter.q !== '' && isList;
  const paged = usePagedAnecdotes(filter, grouped, !isSearch);
  const found = useFoundAnecdotes(filter, sorting, grouped, isSearch);
  const wanted = isSearch ? found : paged;
  // The current list stays visible until the next one is loaded.
  const [isFoundShown, setFoundShown] = useState(isSearch);
  const isReady = wanted.error !== null || (wanted.list && filterName(wanted.shown) === filterName(filter));
  if (isReady && isFoundShown !== isSearch) setFoundShown(isSearch);
  const [hasStarted, setStarted] = useState(false);
  if (wanted.list && !hasStarted) setStarted(true);
  return { ...(isFoundShown ? found : paged), hasStarted, error: wanted.error, retry: wanted.retry };
}
