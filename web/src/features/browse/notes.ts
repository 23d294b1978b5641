import type { AnecdotePage, AnecdoteView } from '@anecdotes/contracts';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type Filter, filterName } from './filter.ts';
import { type Month, monthsOf } from './months.ts';
import { monthsQuery, PAGE, pageQuery } from './queries.ts';

/** A list of notes, of which only those near the window need to be there. */
export type Notes = {
  total: number;
  /** The months the list is grouped by, in its order; none for an ungrouped list. */
  months: readonly Month[];
  /** The note at `index`, undefined while it is on its way. */
  at(index: number): AnecdoteView | undefined;
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
    continued: new Set(anecdotes.flatMap(({ connected_to }) => connected_to ?? [])),
    want: () => undefined,
  };
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
  const pages = useQueries({ queries: numbers.map((page) => pageQuery(shown, page)), combine: dataOf });
  const want = useCallback((begin: number, end: number) => {
    const wanted = [Math.max(0, Math.floor((begin - AHEAD) / PAGE)), Math.floor((end + AHEAD) / PAGE)] as const;
    setWanted((before) => (before[0] === wanted[0] && before[1] === wanted[1] ? before : wanted));
  }, []);

  const notes = useMemo(() => {
    const at = (index: number) => pages[numbers.indexOf(Math.floor(index / PAGE))]?.data[index % PAGE];
    const continued = new Set(pages.flatMap((page) => page?.continued ?? []));
    return opening && { ...opening, at, continued, want };
  }, [pages, numbers, opening, want]);
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

function dataOf(results: UseQueryResult<AnecdotePage>[]) {
  return results.map(({ data }) => data);
}

function numbersOf(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, place) => from + place);
}
