import type { AnecdotePage } from '@anecdotes/contracts';
import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { type Filter, filterName } from '../../anecdote/filter.ts';
import type { Month } from '../../anecdote/months.ts';
import { monthsQuery, PAGE_SIZE, pageQuery } from '../../anecdote/queries.ts';
import { journalKey } from '../../lib/query-client.ts';
import { type JoinedPages, joinPages } from './joined-pages.ts';
import { type Listed, noHighlights } from './listed.ts';

/** How far beyond the window pages are loaded ahead, in anecdotes. */
const AHEAD = 20;

/**
 * The anecdotes that pass `filter`, newest first, loaded page by page as the list is scrolled; nothing is loaded
 * unless `enabled`.
 */
export function usePagedAnecdotes(filter: Filter, grouped: boolean, enabled = true): Listed {
  const next = useListHeader(filter, grouped, enabled);
  const [shown, setShown] = useState(filter);
  if (next.header && filterName(shown) !== filterName(filter)) setShown(filter);
  const { header } = useListHeader(shown, grouped, enabled);

  const [[from, to], setWanted] = useState<readonly [number, number]>([0, 0]);
  const last = header ? Math.max(0, Math.ceil(header.total / PAGE_SIZE) - 1) : 0;
  const firstPage = Math.min(from, last);
  const numbers = useMemo(() => numbersOf(firstPage, Math.min(to, last)), [firstPage, to, last]);
  const combined = useQueries({
    queries: numbers.map((page) => ({ ...pageQuery(shown, page), enabled })),
    combine: combinePages,
  });
  const pages = useMemo(() => [...combined.values()], [combined]);
  const showRange = useCallback((begin: number, end: number) => {
    const wanted = [
      Math.max(0, Math.floor((begin - AHEAD) / PAGE_SIZE)),
      Math.floor((end + AHEAD) / PAGE_SIZE),
    ] as const;
    setWanted((before) => (before[0] === wanted[0] && before[1] === wanted[1] ? before : wanted));
  }, []);

  const queries = useQueryClient();
  // Loads every failed query of the journal again, also the chains on the cards and the statistics above the list.
  const retry = useCallback(() => {
    void queries.refetchQueries({
      queryKey: journalKey,
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    });
  }, [queries]);

  const joined = useRef({ filter: shown, ...nothingJoined });
  const entries = useMemo(() => {
    const before = joined.current.filter === shown ? joined.current : nothingJoined;
    return joinPages(before, firstPage, pages);
  }, [shown, pages, firstPage]);
  joined.current = { filter: shown, pages, entries };
  const list = useMemo(() => {
    const at = (index: number) => entries[index]?.[0];
    const hasFailed = (index: number) => pages[Math.floor(index / PAGE_SIZE) - firstPage]?.hasFailed === true;
    const chains = new Map(entries.flatMap((entry) => (entry?.[1] ? [[entry[0].id, entry[1]]] : [])));
    if (!header) return undefined;
    // The length may be read again before the pages, or after them: none that is shown disappears meanwhile.
    const extra = Math.max(0, entries.length - header.total);
    const lastMonth = header.months.at(-1);
    const months =
      extra > 0 && lastMonth ? header.months.with(-1, { ...lastMonth, count: lastMonth.count + extra }) : header.months;
    return { total: header.total + extra, months, at, hasFailed, retry, chains, highlightsOf: noHighlights, showRange };
  }, [entries, pages, firstPage, header, showRange, retry]);
  const matching = list?.total ?? 0;
  const { isCapped, error } = next;
  return { list, matching, isCapped, suggestions: noWords, shown, sorting: 'time', error, retry };
}

/**
 * What a list needs before it can be rendered: its length, and its months when it is grouped. When the count of the
 * first page is capped, the length is corrected as soon as the counts of the months are loaded.
 */
function useListHeader(filter: Filter, grouped: boolean, enabled: boolean) {
  const first = useQuery({ ...pageQuery(filter, 0), enabled });
  const isCapped = first.data?.pagination.isCapped === true;
  const counted = useQuery({ ...monthsQuery(filter), enabled: enabled && (grouped || isCapped) });
  const length = first.data?.pagination.totalItems;
  const counts = grouped || isCapped ? counted.data : undefined;
  const header = useMemo(() => {
    if (length === undefined || (grouped && counts === undefined)) return undefined;
    const total = counts?.reduce((sum, { count }) => sum + count, 0) ?? length;
    return { total, months: (grouped && counts) || ungrouped };
  }, [length, counts, grouped]);
  return { header, isCapped: isCapped && !counts, error: first.error ?? (grouped ? counted.error : null) };
}

const ungrouped: Month[] = [];
const noWords: readonly string[] = [];
const nothingJoined: JoinedPages = { pages: [], entries: [] };

/** In a set, because the pages of an array would be copied whenever the list is scrolled to other ones. */
export function combinePages(results: readonly UseQueryResult<AnecdotePage>[]) {
  return new Set(
    results.map(({ data: page, isFetching: isOld, isError }) => ({ page, isOld, hasFailed: isError && !page })),
  );
}

function numbersOf(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
}
