import type { AnecdoteView, SearchPage } from '@anecdotes/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { read } from '../lib/api.ts';
import { timeZone } from '../lib/format.ts';
import { keptOnDevice } from '../lib/local-cache.ts';
import { createPace } from '../lib/pace.ts';
import { journalKey } from '../lib/query-client.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import type { DateRange } from './date-range.ts';
import { type Filter, filterName, filterQuery, movingRangeOf } from './filter.ts';
import { validAnecdotes } from './queries.ts';
import { keyAt, loadedSoFarKey } from './query-keys.ts';
import type { Sorting } from './view.ts';

/** Where a field of an anecdote has what was searched for; `index` names a tag. */
export type Highlight = SearchPage['data'][number]['highlights'][number];

/** An anecdote that was found, and where it has what was searched for. */
export type Hit = { anecdote: AnecdoteView; highlights: readonly Highlight[] };

/** The first page is waited for; it is more than a window shows. */
const HITS = { first: 50, more: 100 };
/** The service lets an account search 60 times a minute; this makes 50 at most. */
const pace = createPace(20, 2_000);
/** How long a pause in typing is at least: longer once searches are to be spared. */
const PAUSE_MS = { plenty: 100, spared: 300 };
const PLENTY = 10;

/** Asks the service once it is this search's turn; gives that up when `signal` aborts. */
async function search(
  query: Readonly<Record<string, string | number | undefined>>,
  signal: AbortSignal,
): Promise<SearchPage> {
  await pace.turn(signal);
  return read<SearchPage>('/anecdotes/search', { query: { time_zone: timeZone(), ...query }, signal });
}

type PageParam = { cursor: string; range: DateRange | undefined } | null;

/** What is found of all that passes `filter`, from the best or the newest on, all kept together like other lists. */
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
      return { ...answer, data, highlights, filter, range };
    },
    getNextPageParam: ({ pagination, range }): PageParam | undefined =>
      pagination.nextCursor === null ? undefined : { cursor: pagination.nextCursor, range },
    ...(filter.as_of === undefined && keptOnDevice),
  });
}

/** The best hits for `query`. What was searched for is forgotten as soon as it is not shown. */
function hitsQuery(query: string, limit: number) {
  return queryOptions({
    queryKey: [...journalKey, 'hits', limit, query],
    queryFn: ({ signal }): Promise<Pick<SearchPage, 'suggestions'> & { data: readonly Hit[] }> =>
      search({ query, limit }, signal),
    enabled: query !== '',
    gcTime: 0,
  });
}

type Found = {
  hits: readonly Hit[];
  /** Words that may have been meant. */
  suggestions: readonly string[];
  /** True from the key that was pressed until its answer is there. */
  isSearching: boolean;
  failed: boolean;
};

/** What is found while somebody types: asks at a pause, and drops what it asked before. */
export function useHits(typed: string, limit: number): Found {
  const wanted = typed.trim();
  const query = useDebounced(wanted, pace.left() > PLENTY ? PAUSE_MS.plenty : PAUSE_MS.spared);
  const { data, isFetching, error } = useQuery({ ...hitsQuery(query, limit), placeholderData: keepPreviousData });
  if (wanted === '') return { hits: [], suggestions: [], isSearching: false, failed: false };
  const isSearching = isFetching || query !== wanted;
  return {
    hits: (!error && data?.data) || [],
    suggestions: (!isSearching && data?.suggestions) || [],
    isSearching,
    failed: error !== null,
  };
}
