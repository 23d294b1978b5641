import type { AnecdoteView, SearchPage } from '@anecdotes/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Query, read } from '../lib/api.ts';
import { timeZone } from '../lib/format.ts';
import { keptOnDevice } from '../lib/local-cache.ts';
import { createPace } from '../lib/pace.ts';
import { journalKey } from '../lib/query-client.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { type Filter, filterName, filterQuery, movingRangeOf } from './filter.ts';
import { type PageParam, validAnecdotes } from './queries.ts';
import { keyAt, loadedSoFarKey } from './query-keys.ts';
import type { Sorting } from './view.ts';

/** A range of a field that matches the search; for tags, `index` is the index of the tag. */
export type Highlight = SearchPage['data'][number]['highlights'][number];

/** An anecdote that was found, and where it matches the search. */
export type Hit = { anecdote: AnecdoteView; highlights: readonly Highlight[] };

/** Page sizes. The first page is smaller because the person waits for it; it still fills more than a window. */
const HITS = { first: 50, more: 100 };
/** The service allows an account 60 searches per minute; this sends at most 50. */
const pace = createPace(20, 2_000);
/** The pause in typing after which a search is sent; longer when few searches are left. */
const PAUSE_MS = { plenty: 100, spared: 300 };
const PLENTY = 10;

/** Sends a search once the pace allows it; rejects when `signal` aborts. */
async function search(query: Query, signal: AbortSignal): Promise<SearchPage> {
  await pace.turn(signal);
  return read<SearchPage>('/anecdotes/search', { query: { time_zone: timeZone(), ...query }, signal });
}

/** The search results for `filter`, best or newest first, in pages that are kept together like other lists. */
export function foundQuery(filter: Filter, sorting: Sorting) {
  return infiniteQueryOptions({
    queryKey: keyAt(filter.as_of, [...loadedSoFarKey, 'found', sorting, filterName(filter)]),
    initialPageParam: null as PageParam,
    queryFn: async ({ pageParam, signal }) => {
      const range = pageParam ? pageParam.range : movingRangeOf(filter);
      const { search: query, ...narrowing } = filterQuery(filter, range);
      const sort_by = sorting === 'time' ? 'timestamp' : 'relevance';
      const limit = pageParam ? HITS.more : HITS.first;
      const answer = await search({ query, limit, cursor: pageParam?.cursor, sort_by, ...narrowing }, signal);
      const data = validAnecdotes({ data: answer.data?.map(({ anecdote }) => anecdote) });
      const highlights = Object.fromEntries(answer.data.map((hit) => [hit.anecdote.id, hit.highlights]));
      return { ...answer, data, highlights, filter, sorting, range };
    },
    getNextPageParam: ({ pagination, range }): PageParam | undefined =>
      pagination.nextCursor === null ? undefined : { cursor: pagination.nextCursor, range },
    ...(filter.as_of === undefined && keptOnDevice),
  });
}

/** The best hits for `query`, now or at `as_of`. They leave the cache as soon as they are not shown. */
function hitsQuery(query: string, limit: number, as_of?: string) {
  return queryOptions({
    queryKey: keyAt(as_of, [...journalKey, 'hits', limit, query]),
    queryFn: ({ signal }): Promise<Pick<SearchPage, 'suggestions'> & { data: readonly Hit[] }> =>
      search({ query, limit, as_of }, signal),
    enabled: query !== '',
    gcTime: 0,
  });
}

type Found = {
  hits: readonly Hit[];
  /** Suggested corrections of the search. */
  suggestions: readonly string[];
  /** True from a keystroke until its search is answered. */
  isSearching: boolean;
  failed: boolean;
};

/** The hits while somebody types, now or at `as_of`: searches at each pause in typing and cancels the search before. */
export function useHits(typed: string, limit: number, as_of?: string): Found {
  const wanted = typed.trim();
  const query = useDebounced(wanted, pace.left() > PLENTY ? PAUSE_MS.plenty : PAUSE_MS.spared);
  const { data, isFetching, error } = useQuery({
    ...hitsQuery(query, limit, as_of),
    placeholderData: keepPreviousData,
  });
  if (wanted === '') return { hits: [], suggestions: [], isSearching: false, failed: false };
  const isSearching = isFetching || query !== wanted;
  return {
    hits: (!error && data?.data) || [],
    suggestions: (!isSearching && data?.suggestions) || [],
    isSearching,
    failed: error !== null,
  };
}
