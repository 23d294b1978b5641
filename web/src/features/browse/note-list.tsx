import type { AnecdoteView } from '@anecdotes/contracts';
import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { format } from '../../lib/format.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { strings } from '../../lib/strings.ts';
import { defaultColour, tagColour } from '../../lib/tag-colour.ts';
import { useBox } from './box.ts';
import { type Month, monthOf } from './month-scale.ts';
import { MonthScrubber } from './month-scrubber.tsx';
import { Note } from './note.tsx';
import type { NoteCalls } from './note-actions.tsx';
import styles from './note-list.module.css';
import { gridRows, type NoteRow, type Row, timelineRows } from './rows.ts';

type NoteListProps = {
  anecdotes: readonly AnecdoteView[];
  view: 'timeline' | 'grid';
  search: string;
  calls: NoteCalls;
  onTag: (tag: string) => void;
  /** Called when the end comes near and there is more. */
  onNearEnd?: () => void;
  /** Months to jump to, beside a timeline. */
  months?: readonly Month[];
  /** Names this list, so that returning to it finds its measured heights again. */
  name: string;
};

const NEAR = 10;
const GAP = 20;
/** The narrowest column, in rem. */
const COLUMN = 20.6;
const measured = new Map<string, VirtualItem[]>();

/** The notes as a timeline or as balanced columns; only what is near the window is drawn. `j` and `k` walk them. */
export function NoteList({ anecdotes, view, search, calls, onTag, onNearEnd, months = [], name }: NoteListProps) {
  const list = useRef<HTMLElement>(null);
  const { top, width, bar } = useBox(list);
  const rows = useMemo(() => (view === 'grid' ? gridRows : timelineRows)(anecdotes), [anecdotes, view]);
  const parents = useMemo(() => new Set(anecdotes.map((anecdote) => anecdote.connected_to)), [anecdotes]);
  const headings = useMemo(() => rows.flatMap((row, index) => (row.kind === 'month' ? [index] : [])), [rows]);
  const lanes = view === 'grid' ? Math.max(1, Math.min(4, Math.floor((width + GAP) / (COLUMN * remInPixels())))) : 1;
  const stuck = useRef(-1);
  const cacheName = `${name} ${view} ${lanes} ${width}`;

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    lanes,
    gap: view === 'grid' ? GAP : 0,
    overscan: 8,
    scrollMargin: top - bar,
    initialMeasurementsCache: measured.get(cacheName) ?? [],
    estimateSize: (index) => estimate(rows[index], width / lanes),
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: (range) => {
      stuck.current = headings.findLast((heading) => heading <= range.startIndex) ?? -1;
      const near = defaultRangeExtractor(range);
      return stuck.current < 0 || near.includes(stuck.current) ? near : [stuck.current, ...near];
    },
  });
  const drawnLanes = useRef(lanes);
  useLayoutEffect(() => {
    if (drawnLanes.current !== lanes) virtualizer.measure();
    drawnLanes.current = lanes;
  }, [lanes, virtualizer]);
  useEffect(() => () => void measured.set(cacheName, virtualizer.measurementsCache), [cacheName, virtualizer]);

  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= rows.length - NEAR) onNearEnd?.();
  }, [last, rows.length, onNearEnd]);

  const jump = useJump(rows, onNearEnd, (index) => virtualizer.scrollToIndex(index, { align: 'start' }));
  const { active, release } = useWalk(rows, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }));

  const drawn = (
    <section
      ref={list}
      aria-label={strings.browse.title}
      className={styles[view]}
      style={{ blockSize: virtualizer.getTotalSize() }}
    >
      {width > 0 &&
        items.map(({ index, key, start, lane }) => {
          const row = rows[index];
          if (!row) return null;
          const sticky = index === stuck.current;
          const style: CSSProperties = sticky
            ? {}
            : {
                position: 'absolute',
                insetBlockStart: 0,
                translate: `0 ${start - virtualizer.options.scrollMargin}px`,
              };
          if (view === 'grid') {
            style.inlineSize = (width - GAP * (lanes - 1)) / lanes;
            style.insetInlineStart = lane * ((width - GAP * (lanes - 1)) / lanes + GAP);
          }
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={sticky ? `${styles.row} ${styles.stuck}` : styles.row}
              style={style}
            >
              {row.kind === 'month' ? (
                <h2 className={styles.month}>{row.label}</h2>
              ) : (
                <Frame row={row} view={view}>
                  <Note
                    anecdote={row.anecdote}
                    linked={row.anecdote.connected_to !== null || parents.has(row.anecdote.id)}
                    look={view === 'grid' ? 'card' : 'timeline'}
                    search={search}
                    active={row.index === active}
                    onLeave={release}
                    calls={calls}
                    onTag={onTag}
                  />
                </Frame>
              )}
            </div>
          );
        })}
    </section>
  );
  if (months.length < 2) return drawn;
  return (
    <div className={styles.scrubbed}>
      {drawn}
      <MonthScrubber months={months} current={monthOf(rows[virtualizer.range?.startIndex ?? 0])} onJump={jump} />
    </div>
  );
}

function Frame({ row, view, children }: { row: NoteRow; view: 'timeline' | 'grid'; children: React.ReactNode }) {
  if (view === 'grid') return children;
  const at = new Date(row.anecdote.timestamp);
  const tag = row.anecdote.tags[0];
  const style = { '--tag': tag === undefined ? defaultColour : tagColour(tag) } as CSSProperties;
  return (
    <div className={styles.day} style={style}>
      <div className={`${styles.stamp} numbers`} aria-hidden="true">
        {row.opensDay && (
          <>
            <b>{format.dayOfMonth(at)}</b>
            {format.weekday(at)}
          </>
        )}
      </div>
      <div className={row.joinsNext ? `${styles.rail} ${styles.joined}` : styles.rail}>{children}</div>
    </div>
  );
}

/** Gives a function that brings a month into view, and has more loaded until it is there or there is no more. */
function useJump(rows: readonly Row[], loadMore: (() => void) | undefined, reveal: (index: number) => void) {
  const [wanted, setWanted] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for again whenever there are other rows
  useEffect(() => {
    if (wanted === undefined) return;
    const index = rows.findIndex((row) => (monthOf(row) ?? wanted) <= wanted);
    if (index < 0) return loadMore?.();
    setWanted(undefined);
    reveal(index);
  }, [wanted, rows]);
  return setWanted;
}

/** Walks the notes by `j` and `k`; what is walked to scrolls into view and takes the focus. */
function useWalk(rows: readonly Row[], reveal: (index: number) => void) {
  const [active, setActive] = useState(-1);
  const place = useRef(-1);
  const walk = (step: number) => {
    const notes = rows.flatMap((row, index) => (row.kind === 'note' ? [index] : []));
    const next = Math.max(0, Math.min(notes.length - 1, place.current + step));
    place.current = next;
    setActive(next);
    reveal(notes[next] ?? 0);
  };
  useShortcuts({ j: () => walk(1), k: () => walk(-1) });
  return { active, release: useCallback(() => setActive(-1), []) };
}

function remInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}

function estimate(row: Row | undefined, width: number): number {
  if (row?.kind !== 'note') return 64;
  const lines = Math.min(9, Math.ceil(row.anecdote.description.length / Math.max(24, Math.min(68, width / 8.2))));
  return 104 + lines * 27 + (row.anecdote.tags.length > 0 ? 36 : 0);
}
