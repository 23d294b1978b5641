import type { AnecdoteCursorPage, AnecdoteView } from '@anecdotes/contracts';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { read } from '../../lib/api.ts';
import { type Filter, filterName, filterQuery } from './filter.ts';
import { listed } from './listed.ts';
import { Note } from './note.tsx';
import type { NoteCalls } from './note-actions.tsx';
import { NoteSkeletons } from './note-skeletons.tsx';
import { gatheredKey } from './queries.ts';
import { type Span, spanOf } from './span.ts';

/** The anecdotes that have been read so far of all that pass a filter, and how to read on. */
export type Gathered = {
  anecdotes: readonly AnecdoteView[];
  total: number;
  hasMore: boolean;
  isReading: boolean;
  failed: boolean;
  onMore: () => void;
  renderNote: (anecdote: AnecdoteView) => ReactNode;
};

type GatheredNotesProps = {
  filter: Filter;
  calls: NoteCalls;
  onTag: (tag: string) => void;
  children: (gathered: Gathered) => ReactNode;
};

/** Reads the anecdotes that pass `filter` from the newest on and lets `children` show them all together. */
export function GatheredNotes({ filter, calls, onTag, children }: GatheredNotesProps) {
  const { data, hasNextPage, isFetching, error, fetchNextPage } = useInfiniteQuery(gatheredQuery(filter));
  const anecdotes = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const continued = useMemo(() => new Set(data?.pages.flatMap((page) => page.continued)), [data]);
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (!data && !error) return <NoteSkeletons view="grid" />;
  return children({
    anecdotes,
    total: data?.pages[0]?.pagination.totalCount ?? 0,
    hasMore: hasNextPage || !data,
    isReading: isFetching,
    failed: error !== null,
    onMore,
    renderNote: (anecdote) => (
      <Note
        anecdote={anecdote}
        linked={anecdote.connected_to !== null || continued.has(anecdote.id)}
        look="compact"
        calls={calls}
        onTag={onTag}
      />
    ),
  });
}

const LIMIT = 100;
type PageParam = { cursor: string; span: Span | undefined } | null;

function gatheredQuery(filter: Filter) {
  return infiniteQueryOptions({
    queryKey: [...gatheredKey, filterName(filter)],
    initialPageParam: null as PageParam,
    queryFn: async ({ pageParam, signal }) => {
      const span = pageParam ? pageParam.span : spanOf(filter.period);
      const query = { limit: LIMIT, cursor: pageParam?.cursor, ...filterQuery(filter, span) };
      const page = await read<AnecdoteCursorPage>('/anecdotes/cursor', { query, signal });
      return { ...page, data: listed(page), span };
    },
    getNextPageParam: ({ pagination, span }): PageParam | undefined =>
      pagination.hasMore && pagination.nextCursor !== null ? { cursor: pagination.nextCursor, span } : undefined,
  });
}
