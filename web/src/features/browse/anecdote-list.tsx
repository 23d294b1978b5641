import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { firstDayOf } from '../../anecdote/months.ts';
import { AnecdotePlaceholder } from '../../anecdote/skeletons.tsx';
import type { AnecdoteActions } from '../../anecdote/use-anecdote-actions.ts';
import type { ListView } from '../../anecdote/view.ts';
import { format } from '../../lib/format.ts';
import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import styles from './anecdote-list.module.css';
import type { PagedList } from './listed.ts';
import { MonthScrubber } from './month-scrubber.tsx';
import { RowCard } from './row-card.tsx';
import { cachedHeights, useCachedHeights } from './row-heights.ts';
import { type Row, rowsOf } from './rows.ts';
import { browseStrings } from './strings.ts';
import { useElementOffset } from './use-element-offset.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useRovingFocus } from './use-roving-focus.ts';

type AnecdoteListProps = {
  list: PagedList;
  view: ListView;
  actions: AnecdoteActions;
  onTag: (tag: string) => void;
  /** Identifies the list, so that its measured row heights are reused when it is shown again. */
  name: string;
};

const GAP = 20;
/** Rows rendered beyond each end of the window; the virtualizer counts them for each column. */
const OVERSCAN = 8;
/** The narrowest column, in rem. */
const COLUMN = 20.6;
/**
 * The estimated height of a row until it is rendered, in pixels. It does not depend on the text: the text is loaded
 * later, and an estimate that changes would move everything below it.
 */
const MONTH_HEIGHT = 64;
const CARD_HEIGHT = { timeline: 160, grid: 220 };
/** Slightly less than the height of a month heading, so that nothing of the month before it shows. */
const STUCK_HEIGHT = 46;
/** The least number of anecdotes for which the scrubber is shown. */
const SCRUBBED_FROM = 12;

/** Anecdotes as a timeline or as balanced columns; only those near the window are drawn. `j` and `k` move focus. */
export function AnecdoteList({ list, view, actions, onTag, name }: AnecdoteListProps) {
  const element = useRef<HTMLElement>(null);
  useFocusAfterRemoval(element);
  const offset = useElementOffset(element);
  const { top, width, bar, below } = offset;
  const months = view === 'timeline' ? list.months : ungrouped;
  const rows = useMemo(() => rowsOf(list.total, months), [list.total, months]);
  const lanes = view === 'grid' ? Math.max(1, Math.min(4, Math.floor((width + GAP) / (COLUMN * remInPixels())))) : 1;
  const laneWidth = (width - GAP * (lanes - 1)) / lanes;
  const stickyIndex = useRef(-1);
  // The visible rows are rendered first; the rows beyond them follow in a deferred render.
  const overscan = useDeferredValue(OVERSCAN, 0);
  // Without the width: a search has no scrubber, so that Back first draws the list at another width.
  const cacheName = `${name} ${view} ${lanes}`;

  const virtualizer = useWindowVirtualizer({
    count: rows.count,
    lanes,
    laneAssignmentMode: 'measured',
    gap: view === 'grid' ? GAP : 0,
    overscan: Math.ceil(overscan / lanes),
    scrollMargin: top - bar,
    // What is revealed stays clear of the heading that sticks below the bar, and of the bottom of the window, which is
    // lower by the height of the bar than the virtualizer assumes.
    scrollPaddingStart: months.length > 0 ? STUCK_HEIGHT : 0,
    scrollPaddingEnd: bar + below,
    initialMeasurementsCache: cachedHeights(cacheName),
    estimateSize: (index) => (rows.at(index).kind === 'month' ? MONTH_HEIGHT : CARD_HEIGHT[view]),
    rangeExtractor: (range) => {
      stickyIndex.current = rows.headings.findLast((heading) => heading <= range.startIndex) ?? -1;
      const near = defaultRangeExtractor(range);
      return stickyIndex.current < 0 || near.includes(stickyIndex.current) ? near : [stickyIndex.current, ...near];
    },
  });
  useCachedHeights(virtualizer, { name: cacheName, offset, element });
  useKeptPlace(virtualizer, { name: cacheName, list, rows, element });

  const items = virtualizer.getVirtualItems();
  const shown = items.flatMap(({ index }) => indexOf(rows.at(index)) ?? []);
  const first = Math.min(...shown);
  const last = Math.max(...shown);
  const { showRange } = list;
  useEffect(() => {
    if (Number.isFinite(first)) showRange(first, last);
  }, [first, last, showRange]);

  const reveal = useCallback(
    (index: number) => virtualizer.scrollToIndex(rows.rowOf(index), { align: 'auto' }),
    [virtualizer, rows],
  );
  const { active, step, enter, leave } = useRovingFocus(name, list, reveal);
  const press = (event: KeyboardEvent) => {
    const by = { PageDown: 1, PageUp: -1 }[event.key];
    if ((by !== 1 && by !== -1) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step(by);
  };
  const missing = shown.filter((index) => !list.at(index));
  const hasFailed = missing.some(list.hasFailed);

  const drawnIds = new Set<string>();
  const section = (
    <section
      ref={element}
      // A feed may contain articles only, but a timeline that is grouped also contains month headings.
      role={months.length === 0 ? 'feed' : undefined}
      aria-label={strings.common.journal}
      aria-busy={missing.length > 0 && !hasFailed}
      className={`${styles[view]} unprinted`}
      style={{ blockSize: virtualizer.getTotalSize() }}
      onKeyDown={press}
    >
      {width > 0 &&
        items.map(({ index, key, start, size, lane }) => {
          const row = rows.at(index);
          const sticky = index === stickyIndex.current;
          const style: CSSProperties = sticky
            ? {}
            : {
                position: 'absolute',
                insetBlockStart: 0,
                translate: `0 ${start - virtualizer.options.scrollMargin}px`,
              };
          if (view === 'grid') {
            style.inlineSize = laneWidth;
            style.insetInlineStart = lane * (laneWidth + GAP);
          }
          // An anecdote that is not loaded yet takes the height that is remembered or estimated: measuring its
          // placeholder would move what is below, and move it back later.
          if (row.kind === 'anecdote' && !list.at(row.index)) style.blockSize = size;
          return (
            <div
              key={keyOf(row) ?? key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={sticky ? `${styles.row} ${styles.stuck}` : styles.row}
              style={style}
            >
              {row.kind === 'month' ? (
                <h2 className={styles.month}>{format.month(firstDayOf(row.month))}</h2>
              ) : (
                card(row.index)
              )}
            </div>
          );
        })}
    </section>
  );

  /** Keeps the elements of an anecdote when its place changes. While pages load again, one may be in two of them. */
  function keyOf(row: Row): string | undefined {
    const id = row.kind === 'anecdote' ? list.at(row.index)?.id : undefined;
    if (id === undefined || drawnIds.has(id)) return undefined;
    drawnIds.add(id);
    return id;
  }

  function card(index: number) {
    const anecdote = list.at(index);
    if (!anecdote) return <AnecdotePlaceholder view={view} failed={list.hasFailed(index)} />;
    return (
      <RowCard
        anecdote={anecdote}
        chain={list.chains.get(anecdote.id)}
        highlights={list.highlightsOf(anecdote.id)}
        view={view}
        index={index}
        total={list.total}
        {...(view === 'timeline' && { before: list.at(index - 1), after: list.at(index + 1) })}
        active={index === active}
        onEnter={enter}
        onLeave={leave}
        actions={actions}
        onTag={onTag}
      />
    );
  }

  const alert = hasFailed && (
    <div className={`${styles.failed} row sheet unprinted`} role="alert">
      {browseStrings.moreFailed}
      <Button onClick={list.retry}>{strings.errors.retry}</Button>
    </div>
  );
  if (months.length < 2 || list.total < SCRUBBED_FROM) {
    return (
      <>
        {section}
        {alert}
      </>
    );
  }
  const at = rows.headings.findLastIndex((heading) => heading <= (virtualizer.range?.startIndex ?? 0));
  return (
    <div className={`${styles.scrubbed} unprinted`}>
      {section}
      <MonthScrubber
        months={months}
        current={Math.max(0, at)}
        // Its first anecdote, which is below the heading.
        onJump={(index) => virtualizer.scrollToIndex((rows.headings[index] ?? 0) + 1, { align: 'start' })}
      />
      {alert}
    </div>
  );
}

const ungrouped: PagedList['months'] = [];

function indexOf(row: Row): number | undefined {
  return row.kind === 'anecdote' ? row.index : undefined;
}

function remInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
