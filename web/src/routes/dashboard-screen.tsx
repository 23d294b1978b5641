import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { type Filter, isFiltering, noFilter } from '../anecdote/filter.ts';
import { AnecdoteSkeletons } from '../anecdote/skeletons.tsx';
import { isListView, type View } from '../anecdote/view.ts';
import { Browse } from '../features/browse/browse.tsx';
import { browseStrings } from '../features/browse/strings.ts';
import { openCalendar } from '../features/looking-back/calendar-overlay.tsx';
import { Memories } from '../features/looking-back/memories.tsx';
import { lookingBackStrings } from '../features/looking-back/strings.ts';
import { useSurprise } from '../features/looking-back/use-surprise.ts';
import { Overview } from '../features/overview/overview.tsx';
import { statisticsQuery } from '../features/overview/queries.ts';
import { AsOfControl } from '../features/past/as-of-control.tsx';
import { ImportSamples } from '../features/sample/import-samples.tsx';
import { meQuery } from '../features/sign-in/queries.ts';
import { Composer } from '../features/write/composer.tsx';
import { track } from '../lib/analytics.ts';
import { isAt } from '../lib/is-at.ts';
import { strings } from '../lib/strings.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { CalendarIcon, DiceIcon } from '../ui/icons.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import styles from './dashboard-screen.module.css';

const Places = lazyComponent(() => import('../features/places/places.tsx'), 'Places', {
  fallback: <AnecdoteSkeletons view="grid" />,
  onFailure: 'throw',
});

const JournalGraphView = lazyComponent(
  () => import('../features/journal-graph/journal-graph.tsx'),
  'JournalGraphView',
  { fallback: <AnecdoteSkeletons view="grid" />, onFailure: 'throw' },
);

const route = getRouteApi('/signed-in/dashboard');

export function DashboardScreen() {
  const { view, map, sort, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: user } = useQuery(meQuery());
  const { as_of } = filter;
  const isPast = as_of !== undefined;
  const { data: statistics } = useQuery(statisticsQuery(as_of));
  const isEmpty = statistics?.total_anecdotes === 0;
  const surprise = useSurprise();
  const viewBefore = useRef(view);
  useEffect(() => {
    if (viewBefore.current !== view) track('view_mode_changed');
    viewBefore.current = view;
  }, [view]);
  const go = (wanted: Filter, next: View, { sorting = sort, replace = false } = {}) => {
    if (wanted.tags.some((tag) => !filter.tags.includes(tag))) track('tag_selected');
    return navigate({
      search: { ...wanted, view: next, map: next === 'geo' ? map : '', sort: sorting },
      replace,
      resetScroll: false,
    });
  };
  const showViewport = useCallback(
    (viewport: string) => {
      // Another screen that was opened while the map was moving may still be loading.
      if (!isAt('/dashboard')) return;
      void navigate({ search: (before) => ({ ...before, map: viewport }), replace: true, resetScroll: false });
    },
    [navigate],
  );
  /** Filters the list and scrolls it into view. */
  const show = (wanted: Filter) => {
    void go(wanted, view);
    scrollToList();
  };
  /** Shows another view. A map or a graph is scrolled into view, because it is as high as the window. */
  const showView = async (next: View) => {
    await go(filter, next);
    if (!isListView(next)) scrollToList();
  };
  /** Filters the list by a tag of one of its anecdotes, and shows it from its beginning. */
  const showTagged = async (tag: string) => {
    await go({ ...noFilter, tags: [tag] }, view);
    document.getElementById('list')?.scrollIntoView();
  };
  const showDays = (from: string, to: string) => show({ ...noFilter, period: 'custom', from, to });
  return (
    <>
      <ScreenHeader
        title={strings.common.journal}
        pageTitle={isListView(view) ? undefined : browseStrings.pageTitles[view]}
        actions={
          (!isEmpty || isPast) && (
            <>
              <AsOfControl />
              {!isPast && (
                <Button variant="quiet" onClick={openCalendar}>
                  <CalendarIcon />
                  <span className="beside-icon">{lookingBackStrings.calendar}</span>
                </Button>
              )}
              <Button variant="quiet" className={styles.last} onClick={() => void surprise(filter)}>
                <DiceIcon />
                <span className="beside-icon">{lookingBackStrings.surprise}</span>
              </Button>
            </>
          )
        }
      >
        {user?.role === 'guest' && <p className={`${styles.guest} secondary unprinted`}>{browseStrings.guestNote}</p>}
      </ScreenHeader>
      <div className={`${isPast ? styles.past : ''} ${filter.q === '' ? '' : styles.searching} unprinted`}>
        {!isPast && <Composer />}
        {!isEmpty && (
          <Overview
            searching={filter.q !== ''}
            onTag={(tag) => show({ ...noFilter, tags: [tag] })}
            onDay={(day) => showDays(day, day)}
          />
        )}
        {!isEmpty && !isPast && !isFiltering(filter) && <Memories onDays={showDays} />}
      </div>
      <div id="list" className={`${styles.list} ${isListView(view) ? '' : styles.picture}`}>
        <Browse
          filter={filter}
          onFilter={(next) => void go(next, view, { replace: isOtherRange(filter, next) })}
          onTag={(tag) => void showTagged(tag)}
          view={view}
          onView={(next) => void showView(next)}
          sorting={sort}
          onSorting={(sorting) => void go(filter, view, { sorting })}
          total={statistics?.total_anecdotes}
          renderGeo={(props) => (
            <Places
              {...props}
              viewport={map}
              onViewport={showViewport}
              onNear={(near) => void go({ ...filter, near }, view)}
            />
          )}
          renderGraph={(props) => <JournalGraphView {...props} />}
          firstSteps={
            !isPast && (
              <>
                <Link to="/entry" className={buttonClass('accent')} onClick={() => track('new_anecdote_click')}>
                  {browseStrings.createFirst}
                </Link>
                <ImportSamples />
              </>
            )
          }
        />
      </div>
    </>
  );
}

function scrollToList(): void {
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById('list')?.scrollIntoView({ behavior: isMotionReduced ? 'auto' : 'smooth' });
}

/** True if both filters have a custom period, with other days: while it is typed, it is one entry of the history. */
function isOtherRange(one: Filter, other: Filter): boolean {
  return one.period === 'custom' && other.period === 'custom' && (one.from !== other.from || one.to !== other.to);
}
