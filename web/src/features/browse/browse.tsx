import type { ReactNode } from 'react';
import { type Filter, filterName, isFiltering, noFilter } from '../../anecdote/filter.ts';
import { AnecdoteSkeletons } from '../../anecdote/skeletons.tsx';
import { useAnecdoteActions } from '../../anecdote/use-anecdote-actions.ts';
import type { View, ViewProps } from '../../anecdote/view.ts';
import { isUnreachable } from '../../lib/api.ts';
import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AnecdoteList } from './anecdote-list.tsx';
import styles from './browse.module.css';
import { Controls } from './controls.tsx';
import { PrintedList } from './printed-list.tsx';
import { browseStrings } from './strings.ts';
import { useLoadAll, usePagedAnecdotes } from './use-paged-anecdotes.ts';

type BrowseProps = {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  view: View;
  onView: (view: View) => void;
  /** How many anecdotes there are without any filter, once known. */
  total: number | undefined;
  /** What is offered when nothing has been written yet. */
  firstSteps: ReactNode;
  /** Shows anecdotes on a map. */
  renderGeo: (props: ViewProps) => ReactNode;
  /** Shows how anecdotes are connected. */
  renderGraph: (props: Pick<ViewProps, 'filter'>) => ReactNode;
};

/** The person's anecdotes as timeline, grid or places, filtered, without end. */
export function Browse({ filter, onFilter, view, onView, total, firstSteps, renderGeo, renderGraph }: BrowseProps) {
  const { list: answered, shown, error, retry } = usePagedAnecdotes(filter, view === 'timeline');
  const name = filterName(shown);
  const isCurrent = name === filterName(filter);
  // What passed the filter before is no answer to one that failed.
  const list = error && !isCurrent ? undefined : answered;
  const actions = useAnecdoteActions();
  const all = useLoadAll(shown, list?.total ?? 0);
  const selectTag = (tag: string) => onFilter({ ...noFilter, tags: [tag] });
  const filtering = isFiltering(filter);

  if (list?.total === 0 && isCurrent && !filtering) {
    return (
      <EmptyState title={browseStrings.emptyTitle} text={browseStrings.emptyText}>
        {firstSteps}
      </EmptyState>
    );
  }
  const matching = list?.total ?? 0;
  const results = isFiltering(shown)
    ? browseStrings.showingSome(matching, total ?? matching)
    : browseStrings.showingAll(matching);
  return (
    <>
      <Controls view={view} onView={onView} filter={filter} onFilter={onFilter} results={list ? results : ''} />
      {error && !(list && isUnreachable(error)) && (
        <EmptyState title={browseStrings.failed[failureOf(filter, answered !== undefined)]} text={error.message} alert>
          <Button onClick={retry}>{strings.errors.retry}</Button>
        </EmptyState>
      )}
      {!list && !error && <AnecdoteSkeletons view={view} />}
      {list?.total === 0 && isCurrent && filtering && (
        <EmptyState
          title={view === 'geo' ? browseStrings.noneToDisplay : browseStrings.noResultsTitle}
          text={browseStrings.noResultsText}
        >
          <Button onClick={() => onFilter(noFilter)}>{strings.filters.clearFilters}</Button>
        </EmptyState>
      )}
      {list && list.total > 0 && (
        <div className={isCurrent ? undefined : styles.stale}>
          {view === 'geo' ? (
            renderGeo({ filter: shown, actions, onTag: selectTag })
          ) : view === 'graph' ? (
            renderGraph({ filter: shown })
          ) : (
            <>
              <AnecdoteList
                key={view}
                name={name}
                list={list}
                view={view}
                search={shown.q}
                actions={actions}
                onTag={selectTag}
              />
              <PrintedList total={list.total} {...all} />
            </>
          )}
          {!isFiltering(shown) && view !== 'geo' && view !== 'graph' && (
            <p className={`${styles.end} unprinted`}>{browseStrings.end}</p>
          )}
        </div>
      )}
    </>
  );
}

/** What could not be loaded: the first of all, those with certain tags, or any others. */
function failureOf({ tags }: Filter, hasStarted: boolean): keyof typeof browseStrings.failed {
  if (!hasStarted) return 'start';
  return tags.length > 0 ? 'tagged' : 'list';
}
