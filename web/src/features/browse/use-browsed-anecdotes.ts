import { useState } from 'react';
import { type Filter, filterName } from '../../anecdote/filter.ts';
import type { Sorting } from '../../anecdote/view.ts';
import type { Listed } from './listed.ts';
import { useFoundAnecdotes } from './use-found-anecdotes.ts';
import { usePagedAnecdotes } from './use-paged-anecdotes.ts';

/**
 * The anecdotes that pass `filter`: those that a search finds in the order of `sorting`, all others newest first; and
 * whether any list was there before.
 */
export function useBrowsedAnecdotes(
  filter: Filter,
  sorting: Sorting,
  grouped: boolean,
  isList: boolean,
): Listed & { hasStarted: boolean } {
  const isSearch = filter.q !== '' && isList;
  const paged = usePagedAnecdotes(filter, grouped, !isSearch);
  const found = useFoundAnecdotes(filter, sorting, grouped && sorting === 'time', isSearch);
  const wanted = isSearch ? found : paged;
  // What is in sight stays until what comes into sight is there.
  const [isFoundShown, setFoundShown] = useState(isSearch);
  const isReady = wanted.error !== null || (wanted.list && filterName(wanted.shown) === filterName(filter));
  if (isReady && isFoundShown !== isSearch) setFoundShown(isSearch);
  const [hasStarted, setStarted] = useState(false);
  if (wanted.list && !hasStarted) setStarted(true);
  return { ...(isFoundShown ? found : paged), hasStarted, error: wanted.error, retry: wanted.retry };
}
