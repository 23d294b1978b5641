import type { AnecdoteView, Statistics } from '@anecdotes/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { QuietState } from '../../ui/quiet-state.tsx';
import styles from './browse.module.css';
import { Controls, type View } from './controls.tsx';
import { type Filter, filterToAddress, isFiltering, noFilter } from './filter.ts';
import { monthsOf } from './month-scale.ts';
import { NoteList } from './note-list.tsx';
import { NoteSkeletons } from './note-skeletons.tsx';
import { anecdotesQuery } from './queries.ts';
import { useNoteCalls } from './use-note-calls.ts';

type BrowseProps = {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  view: View;
  onView: (view: View) => void;
  /** How many anecdotes there are without any filter, once known. */
  total: number | undefined;
  /** What was written per day of the last year, once known. */
  days: Statistics['days'] | undefined;
  onEdit: (anecdote: AnecdoteView) => void;
  /** What is offered when nothing has been written yet. */
  firstSteps: ReactNode;
};

/** The person's anecdotes as timeline or grid, filtered, without end. */
export function Browse({ filter, onFilter, view, onView, total, days, onEdit, firstSteps }: BrowseProps) {
  const query = useInfiniteQuery(anecdotesQuery(filter));
  const { data, error, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage, refetch } = query;
  const calls = useNoteCalls(onEdit);
  const anecdotes = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const matching = data?.pages[0]?.pagination.totalCount ?? 0;
  const filtering = isFiltering(filter);
  const months = useMemo(() => (filtering || view === 'grid' ? [] : monthsOf(days ?? [])), [filtering, view, days]);

  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isPlaceholderData) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage]);

  if (data && !filtering && anecdotes.length === 0 && !hasNextPage && !isPlaceholderData) {
    return (
      <QuietState title={strings.browse.emptyTitle} text={strings.browse.emptyText}>
        {firstSteps}
      </QuietState>
    );
  }
  const results = filtering
    ? strings.browse.showingSome(matching, total ?? matching)
    : strings.browse.showingAll(matching);
  return (
    <>
      <Controls view={view} onView={onView} filter={filter} onFilter={onFilter} results={data ? results : ''} />
      {error && (
        <QuietState title={strings.browse.failed} text={error.message} alert>
          <Button onClick={() => void refetch()}>{strings.errors.retry}</Button>
        </QuietState>
      )}
      {!data && !error && <NoteSkeletons view={view} />}
      {data && filtering && anecdotes.length === 0 && !hasNextPage && (
        <QuietState title={strings.browse.noResultsTitle} text={strings.browse.noResultsText}>
          <Button onClick={() => onFilter(noFilter)}>{strings.browse.clearFilters}</Button>
        </QuietState>
      )}
      {anecdotes.length > 0 && (
        <div className={isPlaceholderData ? styles.stale : undefined}>
          <NoteList
            key={view}
            name={JSON.stringify(filterToAddress(filter))}
            anecdotes={anecdotes}
            view={view}
            search={filter.search}
            calls={calls}
            onTag={(tag) => onFilter({ ...noFilter, tags: [tag] })}
            onNearEnd={more}
            months={months}
          />
          <p className={styles.end} aria-live="polite">
            {isFetchingNextPage ? strings.browse.loadingMore : !hasNextPage && !filtering && strings.browse.end}
          </p>
        </div>
      )}
    </>
  );
}
