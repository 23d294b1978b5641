import type { AnecdoteView } from '@anecdotes/contracts';
import { lazy, type ReactNode, Suspense } from 'react';
import { isUnreachable } from '../../lib/api.ts';
import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { QuietState } from '../../ui/quiet-state.tsx';
import styles from './browse.module.css';
import { Controls, type View } from './controls.tsx';
import { type Filter, filterName, isFiltering, noFilter } from './filter.ts';
import type { Gathered } from './gathered.tsx';
import { NoteList } from './note-list.tsx';
import { NoteSkeletons } from './note-skeletons.tsx';
import { useNotes, useWhole } from './notes.ts';
import { PrintedNotes } from './printed-notes.tsx';
import { useNoteCalls } from './use-note-calls.ts';

const GatheredNotes = lazy(async () => ({ default: (await import('./gathered.tsx')).GatheredNotes }));

type BrowseProps = {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  view: View;
  onView: (view: View) => void;
  /** How many anecdotes there are without any filter, once known. */
  total: number | undefined;
  onEdit: (anecdote: AnecdoteView) => void;
  /** What is offered when nothing has been written yet. */
  firstSteps: ReactNode;
  /** Shows anecdotes by their places. */
  places: (gathered: Gathered) => ReactNode;
};

/** The person's anecdotes as timeline, grid or places, filtered, without end. */
export function Browse({ filter, onFilter, view, onView, total, onEdit, firstSteps, places }: BrowseProps) {
  const { notes, shown, error, refetch } = useNotes(filter, view === 'timeline');
  const calls = useNoteCalls(onEdit);
  const whole = useWhole(shown, notes?.total ?? 0);
  const selectTag = (tag: string) => onFilter({ ...noFilter, tags: [tag] });
  const filtering = isFiltering(filter);
  const name = filterName(shown);
  const isCurrent = name === filterName(filter);

  if (notes?.total === 0 && isCurrent && !filtering) {
    return (
      <QuietState title={strings.browse.emptyTitle} text={strings.browse.emptyText}>
        {firstSteps}
      </QuietState>
    );
  }
  const matching = notes?.total ?? 0;
  const results = isFiltering(shown)
    ? strings.browse.showingSome(matching, total ?? matching)
    : strings.browse.showingAll(matching);
  return (
    <>
      <Controls view={view} onView={onView} filter={filter} onFilter={onFilter} results={notes ? results : ''} />
      {error && !(notes && isUnreachable(error)) && (
        <QuietState title={strings.browse.failed[failureOf(filter, notes !== undefined)]} text={error.message} alert>
          <Button onClick={refetch}>{strings.errors.retry}</Button>
        </QuietState>
      )}
      {!notes && !error && <NoteSkeletons view={view} />}
      {notes?.total === 0 && isCurrent && filtering && (
        <QuietState
          title={view === 'geo' ? strings.browse.noneToDisplay : strings.browse.noResultsTitle}
          text={strings.browse.noResultsText}
        >
          <Button onClick={() => onFilter(noFilter)}>{strings.browse.clearFilters}</Button>
        </QuietState>
      )}
      {notes && notes.total > 0 && (
        <div className={isCurrent ? undefined : styles.stale}>
          {view === 'geo' ? (
            <Suspense fallback={<NoteSkeletons view="grid" />}>
              <GatheredNotes filter={shown} calls={calls} onTag={selectTag}>
                {places}
              </GatheredNotes>
            </Suspense>
          ) : (
            <>
              <NoteList
                key={view}
                name={name}
                notes={notes}
                view={view}
                search={shown.search}
                calls={calls}
                onTag={selectTag}
              />
              <PrintedNotes total={notes.total} {...whole} />
            </>
          )}
          {!isFiltering(shown) && view !== 'geo' && <p className={`${styles.end} unprinted`}>{strings.browse.end}</p>}
        </div>
      )}
    </>
  );
}

/** What could not be loaded: the first of all, those with certain tags, or any others. */
function failureOf({ tags }: Filter, hasStarted: boolean): keyof typeof strings.browse.failed {
  if (!hasStarted) return 'start';
  return tags.length > 0 ? 'tagged' : 'list';
}
