import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { indexNear, type PagedList } from './listed.ts';
import type { Rows } from './rows.ts';

type WindowVirtualizer = Virtualizer<Window, Element>;

/**
 * An anecdote on the page: its index in the list, and its row as laid out. Virtual items are shifted while a browser, such
 * as that of an iPhone during a touch, cannot be scrolled.
 */
type Drawn = { id: string; index: number; row: VirtualItem };

/**
 * Keeps what the window shows of the list `name` in its place when rows above it are measured, added or removed, or the
 * list itself moves, unless the window shows the first anecdote. In columns, only one can stay in its place.
 */
export function useKeptPlace(
  virtualizer: WindowVirtualizer,
  { name, list, rows, element }: { name: string; list: PagedList; rows: Rows; element: RefObject<HTMLElement | null> },
): void {
  const last = useRef<{ name: string; list?: PagedList; drawn: Drawn[]; lastRow: number }>({
    name,
    drawn: [],
    lastRow: 0,
  });
  /** How far the virtualizer has scrolled the window since `last`, because it measured rows above. */
  const adjusted = useRef(0);
  const lastKept = useRef('');
  const lastMeasured = useRef(0);
  /** True after a row was measured above others, which were distributed over the columns by another height of it. */
  const isUneven = useRef(false);
  // Measuring the rows of another list does not scroll the window, which has its place in that list already.
  if (last.current.name !== name) virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  useLayoutEffect(() => {
    const before = last.current;
    const isChanged = before.list !== list;
    const shown = before.name === name ? shownOf(before.drawn, offsetOf(virtualizer) - adjusted.current) : [];
    const remaining = shown.flatMap((each) => {
      const index = isChanged ? indexNear(list, each.id, each.index) : each.index;
      return index === undefined ? [] : [{ ...each, now: rows.rowOf(index) }];
    });
    const kept = (isChanged && remaining.find(({ id }) => id === lastKept.current)) || remaining[0];
    if (isChanged) measureMoved(virtualizer, element.current, kept ? kept.now - kept.row.index : 0);
    if (kept && shown[0]?.index !== 0) {
      if (isChanged) lastKept.current = kept.id;
      const moved = startOf(virtualizer, kept.now) - kept.row.start - adjusted.current;
      if (moved !== 0) {
        // At the end of the page, the window could not scroll as far before the list has its new height.
        if (element.current) element.current.style.blockSize = `${virtualizer.getTotalSize()}px`;
        // From where the list was drawn: a list that got shorter may have scrolled the window already.
        window.scrollTo({ top: offsetOf(virtualizer) + moved, behavior: 'instant' });
        virtualizer.scrollOffset = window.scrollY;
      }
    }
    adjusted.current = 0;
    const lastRow = virtualizer.getVirtualItems().at(-1)?.index ?? 0;
    if (isUneven.current && lastRow > before.lastRow && virtualizer.options.lanes > 1) {
      isUneven.current = false;
      distributeAfter(virtualizer, before.lastRow);
    }
    const drawn = virtualizer.getVirtualItems().flatMap((item) => {
      const row = rows.at(item.index);
      const id = row.kind === 'anecdote' ? list.at(row.index)?.id : undefined;
      const laidOut = virtualizer.measurementsCache[item.index];
      return row.kind === 'anecdote' && id !== undefined && laidOut && virtualizer.itemSizeCache.has(item.key)
        ? [{ id, index: row.index, row: laidOut }]
        : [];
    });
    last.current = { name, list, drawn, lastRow };
    virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, delta) => {
      if (item.index < lastMeasured.current) isUneven.current = true;
      else lastMeasured.current = item.index;
      const offset = offsetOf(virtualizer);
      // Where a row is measured the first time, its estimated height was above the window.
      const isAbove = virtualizer.itemSizeCache.has(item.key) ? item.end <= offset : item.start < offset;
      if (isAbove) adjusted.current += delta;
      return isAbove;
    };
  });
}

/** Those that the window shows when it is scrolled by `offset`. */
function shownOf(drawn: readonly Drawn[], offset: number): Drawn[] {
  return drawn.filter(({ row }) => row.end > offset && row.start < offset + window.innerHeight);
}

/**
 * Measures the rows of `list` again when one has another index than before: heights are cached by index. Those of rows
 * that are not drawn are moved on by `by`.
 */
function measureMoved(virtualizer: WindowVirtualizer, list: HTMLElement | null, by: number): void {
  const drawn = [...(list?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
  if (drawn.every((row) => virtualizer.elementsCache.get(virtualizer.indexFromElement(row)) === row)) return;
  if (by !== 0) {
    discardPositions(virtualizer, by);
    // Computes all positions, which is only done on demand. `resizeItem` has only those after a row computed again.
    virtualizer.getTotalSize();
  }
  // The virtualizer stops observing the row that had the index before, which may only have moved.
  virtualizer.elementsCache.clear();
  // `useKeptPlace` scrolls by as much as the rows move.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  for (const row of drawn) {
    virtualizer.measureElement(row);
    // `measureElement` takes the height that is cached for the index, which may be of another row.
    virtualizer.resizeItem(virtualizer.indexFromElement(row), row.offsetHeight);
  }
}

/**
 * Distributes the rows after `last`, which are not drawn, over the columns again by the heights that are known now; the
 * virtualizer leaves every measured row in its column, and the columns would end far apart.
 */
function distributeAfter(virtualizer: WindowVirtualizer, last: number): void {
  // biome-ignore lint/complexity/useLiteralKeys: it is private, but nothing public keeps the columns of the other rows.
  const columns = virtualizer['laneAssignments'];
  const kept = [...columns].filter(([row]) => row <= last);
  discardPositions(virtualizer, 0);
  for (const [row, column] of kept) columns.set(row, column);
  virtualizer.getTotalSize();
}

/** Discards the positions and columns of all rows, but keeps the heights that are known, moved on by `by` rows. */
function discardPositions(virtualizer: WindowVirtualizer, by: number): void {
  const heights = [...virtualizer.itemSizeCache];
  virtualizer.measure();
  for (const [row, height] of heights) virtualizer.itemSizeCache.set(Number(row) + by, height);
}

function offsetOf(virtualizer: WindowVirtualizer): number {
  return virtualizer.scrollOffset ?? 0;
}

/** Where the row `index` begins on the page. */
function startOf(virtualizer: WindowVirtualizer, index: number): number {
  // Computes the positions of all rows, which is only done on demand.
  virtualizer.getTotalSize();
  return virtualizer.measurementsCache[index]?.start ?? 0;
}
