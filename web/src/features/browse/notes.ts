import type { AnecdotePage, AnecdoteView } from '@anecdotes/contracts';
import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { withCause } from '../../lib/api.ts';
import { say, sayError } from '../../lib/messages.ts';
import { strings } from '../../lib/strings.ts';
import { type Filter, filterName } from './filter.ts';
import { type Month, monthsOf } from './months.ts';
import { monthsQuery, PAGE, pageQuery, pagesOfKey } from './queries.ts';

/** A list of notes, of which only those near the window need to be there. */
export type Notes = {
  total: number;
  /** The months the list is grouped by, in its order; none for an ungrouped list. */
  months: readonly Month[];
  /** The note at `index`, undefined while it is on its way or when it could not be read. */
  at(index: number): AnecdoteView | undefined;
  /** True when the note at `index` could not be read. */
  isLost(index: number): boolean;
  /** Reads again what could not be read. */
  retry(): void;
  /** Those that another continues, as far as they are there. */
  continued: ReadonlySet<string>;
  /** Called with the first and the last index that are shown. */
  want(first: number, last: number): void;
};

/** Notes that are all there, grouped by month. */
export function allNotes(anecdotes: readonly AnecdoteView[]): Notes {
  return {
    total: anecdotes.length,
    months: monthsOf(anecdotes),
    at: (index) => anecdotes[index],
    isLost: () => false,
    retry: () => undefined,
    continued: new Set(anecdotes.flatMap(({ connected_to }) => connected_to ?? [])),
    want: () => undefined,
  };
}

type Whole = {
  /** The notes that have been read, in their order. */
  loaded: () => readonly AnecdoteView[];
  /** Reads all of them; false, and said so, when that failed. */
  load: () => Promise<boolean>;
};

/** How many pages are read at a time when all are wanted. */
const TOGETHER = 4;
/** From this many on it takes a while, which is told. */
const MANY = 1000;

/** All of the `total` notes that pass `filter`. */
export function useWhole(filter: Filter, total: number): Whole {
  const queries = useQueryClient();
  // The same filter may come as another object.
  const name = filterName(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` stands for `filter`
  return useMemo(() => {
    const pages = numbersOf(0, Math.ceil(total / PAGE) - 1).map((page) => pageQuery(filter, page));
    const load = async () => {
      if (total > MANY) say(strings.browse.printing(total));
      try {
        for (let first = 0; first < pages.length; first += TOGETHER) {
          const some = pages.slice(first, first + TOGETHER);
          await Promise.all(some.map((page) => queries.fetchQuery({ ...page, staleTime: Number.POSITIVE_INFINITY })));
        }
        return true;
      } catch (error) {
        sayError(error instanceof Error ? withCause(error, strings.browse.printFailed) : strings.browse.printFailed);
        return false;
      }
    };
    const loaded = () => pages.flatMap(({ queryKey }) => queries.getQueryData(queryKey)?.data ?? []);
    return { loaded, load };
  }, [queries, name, total]);
}

type NotesAnswer = {
  /** Undefined until the first ones have come. */
  notes: Notes | undefined;
  /** The filter that `notes` passed: the one before while those of the new one are on their way. */
  shown: Filter;
  error: Error | null;
  refetch: () => void;
};

/** How far beyond the window pages are read ahead, in notes. */
const AHEAD = 20;

/** The notes that pass `filter`, newest first, read page by page where the list is looked at. */
export function useNotes(filter: Filter, grouped: boolean): NotesAnswer {
  const next = useOpening(filter, grouped);
  const [shown, setShown] = useState(filter);
  if (next.opening && filterName(shown) !== filterName(filter)) setShown(filter);
  const { opening } = useOpening(shown, grouped);

  const [[from, to], setWanted] = useState<readonly [number, number]>([0, 0]);
  const last = opening ? Math.max(0, Math.ceil(opening.total / PAGE) - 1) : 0;
  const numbers = useMemo(() => numbersOf(Math.min(from, last), Math.min(to, last)), [from, to, last]);
  const { pages, lost } = useQueries({ queries: numbers.map((page) => pageQuery(shown, page)), combine: pagesOf });
  const want = useCallback((begin: number, end: number) => {
    const wanted = [Math.max(0, Math.floor((begin - AHEAD) / PAGE)), Math.floor((end + AHEAD) / PAGE)] as const;
    setWanted((before) => (before[0] === wanted[0] && before[1] === wanted[1] ? before : wanted));
  }, []);

  const queries = useQueryClient();
  const name = filterName(shown);
  const retry = useCallback(() => {
    void queries.refetchQueries({ queryKey: pagesOfKey(name), predicate: ({ state }) => state.status === 'error' });
  }, [queries, name]);

  const notes = useMemo(() => {
    const placeOf = (index: number) => numbers.indexOf(Math.floor(index / PAGE));
    const at = (index: number) => pages[placeOf(index)]?.data[index % PAGE];
    const isLost = (index: number) => lost[placeOf(index)] === true;
    const continued = new Set(pages.flatMap((page) => page?.continued ?? []));
    return opening && { ...opening, at, isLost, retry, continued, want };
  }, [pages, lost, numbers, opening, want, retry]);
  return { notes, shown, error: next.error, refetch: next.refetch };
}

/** What must be known before a list can be drawn: how long it is, and its months when it is grouped. */
function useOpening(filter: Filter, grouped: boolean) {
  const first = useQuery(pageQuery(filter, 0));
  const counted = useQuery({ ...monthsQuery(filter), enabled: grouped });
  const length = first.data?.pagination.totalItems;
  const months = grouped ? counted.data : ungrouped;
  const opening = useMemo(() => {
    if (length === undefined || months === undefined) return undefined;
    return { total: grouped ? months.reduce((sum, { count }) => sum + count, 0) : length, months };
  }, [length, months, grouped]);
  const refetch = () => {
    void first.refetch();
    if (grouped) void counted.refetch();
  };
  return { opening, error: first.error ?? (grouped ? counted.error : null), refetch };
}

const ungrouped: Month[] = [];

function pagesOf(results: UseQueryResult<AnecdotePage>[]) {
  return { pages: results.map(({ data }) => data), lost: results.map(({ data, isError }) => isError && !data) };
}

function numbersOf(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, place) => from + place);
}
