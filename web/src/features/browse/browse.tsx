import { type ReactNode, useCallback, useRef } from 'react';
import { type Filter, filterName, isFiltering } from '../../anecdote/filter.ts';
import { AnecdoteSkeletons } from '../../anecdote/skeletons.tsx';
import { useAnecdoteActions } from '../../anecdote/use-anecdote-actions.ts';
import { isListView, type Sorting, type View, type ViewProps } from '../../anecdote/view.ts';
import { isUnreachable } from '../../lib/api.ts';
import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { passFocus } from '../../ui/pass-focus.ts';
import { AnecdoteList } from './anecdote-list.tsx';
import styles from './browse.module.css';
import { Controls } from './controls.tsx';
import { isCorrected } from './forgiven.ts';
import { PrintedList } from './printed-list.tsx';
import { SearchNotes } from './search-notes.tsx';
import { browseStrings } from './strings.ts';
import { useBrowsedAnecdotes } from './use-browsed-anecdotes.ts';
import { useLoadAll } from './use-load-all.ts';

const NoResults = lazyComponent(() => import('./no-results.tsx'), 'NoResults');

type BrowseProps = {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** Called with a tag of an anecdote that was pressed. */
  onTag: (tag: string) => void;
  view: View;
  onView: (view: View) => void;
  /** The order of search results. */
  sorting: Sorting;
  onSorting: (sorting: Sorting) => void;
  /** How many anecdotes there are without any filter, once known. */
  total: number | undefined;
  /** What is offered when nothing has been written yet. */
  firstSteps: ReactNode;
  /** Shows anecdotes on a map. */
  renderGeo: (props: ViewProps) => ReactNode;
  /** Shows how anecdotes are connected. */
  renderGraph: (props: Pick<ViewProps, 'filter'>) => ReactNode;
};

/** The person's anecdotes as timeline, grid, map or graph, filtered, with endless scrolling. */
export function Browse({
  filter,
  onFilter,
  onTag,
  view,
  onView,
  sorting,
  onSorting,
  total,
  firstSteps,
  renderGeo,
  renderGraph,
}: BrowseProps) {
  const isList = isListView(view);
  const browsed = useBrowsedAnecdotes(filter, sorting, view === 'timeline', isList);
  const { list: answered, shown, error, retry, suggestions, isCapped } = browsed;
  const name = filterName(shown);
  const isCurrent = name === filterName(filter);
  // In place of a list that failed to load, neither that of the previous filter nor a cached empty one is shown.
  const isReplaced = !isCurrent || (answered?.total === 0 && !isUnreachable(error));
  const list = error && isReplaced ? undefined : answered;
  const actions = useAnecdoteActions();
  const matching = list ? browsed.matching : 0;
  const all = useLoadAll(shown, matching);
  const toggle = useRef<HTMLButtonElement>(null);
  // Keeps its identity: a new function would make every card render again.
  const latest = useRef(onTag);
  latest.current = onTag;
  const selectTag = useCallback((tag: string) => {
    latest.current(tag);
    // The list of the tag is shown from its top, and the card of the pressed tag may not be in view.
    passFocus(document.activeElement, toggle.current);
  }, []);
  const filtering = isFiltering(filter);

  if (list?.total === 0 && isCurrent && !filtering) {
    return (
      <EmptyState
        title={filter.as_of === undefined ? browseStrings.emptyTitle : browseStrings.emptyThen}
        {...(filter.as_of === undefined && { text: browseStrings.emptyText })}
      >
        {firstSteps}
      </EmptyState>
    );
  }
  const results = isFiltering(shown)
    ? browseStrings.showingSome(matching, total ?? matching, isCapped)
    : browseStrings.showingAll(matching);
  const first = list?.at(0);
  return (
    <>
      <Controls
        toggle={toggle}
        view={view}
        onView={onView}
        filter={filter}
        onFilter={onFilter}
        sorting={sorting}
        onSorting={onSorting}
        results={list ? results : ''}
      />
      {error && !(list && isUnreachable(error)) && (
        <EmptyState title={browseStrings.failed[failureOf(filter, browsed.hasStarted)]} text={error.message} alert>
          <Button onClick={retry}>{strings.errors.retry}</Button>
        </EmptyState>
      )}
      {!list && !error && <AnecdoteSkeletons view={view} />}
      {list?.total === 0 && isCurrent && filtering && (
        <NoResults
          title={view === 'geo' ? browseStrings.noneToDisplay : browseStrings.noResultsTitle}
          filter={filter}
          suggestions={suggestions}
          onFilter={onFilter}
        />
      )}
      <SearchNotes
        filter={filter}
        suggestions={first && isCurrent ? suggestions : []}
        isCorrected={isCorrected(filter.q, suggestions[0], first, (first && list?.highlightsOf(first.id)) ?? [])}
        onFilter={onFilter}
      />
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
                name={shown.q === '' ? name : `${name} ${browsed.sorting}`}
                list={list}
                view={view}
                actions={actions}
                onTag={selectTag}
              />
              <PrintedList total={matching} isCapped={isCapped} {...all} list={list} />
            </>
          )}
          {!isFiltering(shown) && isList && <p className={`${styles.end} unprinted`}>{browseStrings.end}</p>}
        </div>
      )}
    </>
  );
}

/** Which list failed to load: the first one, one that is filtered by tags, or any other. */
function failureOf({ tags }: Filter, hasStarted: boolean): keyof typeof browseStrings.failed {
  if (!hasStarted) return 'start';
  return tags.length > 0 ? 'tagged' : 'list';
}
