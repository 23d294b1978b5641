import type { AnecdoteView } from '@anecdotes/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Filter, filterName } from '../../anecdote/filter.ts';
import { PAGE_SIZE, pageQuery } from '../../anecdote/queries.ts';
import { withCause } from '../../lib/api.ts';
import { notify, notifyError } from '../../lib/messages.ts';
import { browseStrings } from './strings.ts';

type LoadAll = {
  /** The anecdotes that have been loaded, in their order. */
  loaded: () => readonly AnecdoteView[];
  /** Loads all of them. When that fails, shows an error and resolves to false. */
  load: () => Promise<boolean>;
};

/** How many pages are loaded at a time when all are wanted. */
const PARALLEL_PAGES = 4;
/** Loading more anecdotes than this takes a while, and a message says so. */
const MANY = 1000;

/** Loads all of the `total` anecdotes that pass `filter`. */
export function useLoadAll(filter: Filter, total: number): LoadAll {
  const queries = useQueryClient();
  // The same filter may arrive as a new object.
  const name = filterName(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` stands for `filter`
  return useMemo(() => {
    const pages = Array.from({ length: Math.ceil(total / PAGE_SIZE) }, (_, page) => pageQuery(filter, page));
    const load = async () => {
      if (total > MANY) notify(browseStrings.printing(total));
      try {
        for (let first = 0; first < pages.length; first += PARALLEL_PAGES) {
          const some = pages.slice(first, first + PARALLEL_PAGES);
          await Promise.all(some.map((page) => queries.fetchQuery({ ...page, staleTime: Number.POSITIVE_INFINITY })));
        }
        return true;
      } catch (error) {
        notifyError(withCause(error, browseStrings.printFailed));
        return false;
      }
    };
    const loaded = () => pages.flatMap(({ queryKey }) => queries.getQueryData(queryKey)?.data ?? []);
    return { loaded, load };
  }, [queries, name, total]);
}
