import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { format } from '../../lib/format.ts';
import { strings } from '../../lib/strings.ts';
import { useBox } from './box.ts';
import { DayFrame } from './day-frame.tsx';
import { MonthScrubber } from './month-scrubber.tsx';
import { firstDayOf } from './months.ts';
import { Note } from './note.tsx';
import type { NoteCalls } from './note-actions.tsx';
import styles from './note-list.module.css';
import { NoteToCome } from './note-skeletons.tsx';
import type { Notes } from './notes.ts';
import { type Row, rowsOf } from './rows.ts';
import { useWalk } from './use-walk.ts';

type NoteListProps = {
  notes: Notes;
  view: 'timeline' | 'grid';
  search: string;
  calls: NoteCalls;
  onTag: (tag: string) => void;
  /** Names this list, so that returning to it finds its measured heights again. */
  name: string;
};

const GAP = 20;
/** Rows drawn beyond each end of the window; in columns the virtualizer counts them once per column. */
const OVERSCAN = 8;
/** The narrowest column, in rem. */
const COLUMN = 20.6;
/**
 * What a row is taken to need until it was drawn. Never a guess from its text: the text comes later,
 * and a guess that changes moves everything below it.
 */
const MONTH_HEIGHT = 64;
const NOTE_HEIGHT = { timeline: 160, grid: 220 };
/** A shorter list is looked over without a scrubber. */
const SCRUBBED_FROM = 12;
/** How many lists keep their measured heights. */
const REMEMBERED = 4;
const measured = new Map<string, VirtualItem[]>();

/** The notes as a timeline or as balanced columns; only what is near the window is drawn. `j` and `k` walk them. */
export function NoteList({ notes, view, search, calls, onTag, name }: NoteListProps) {
  const list = useRef<HTMLElement>(null);
  const { top, width, bar } = useBox(list);
  const months = view === 'timeline' ? notes.months : ungrouped;
  const rows = useMemo(() => rowsOf(notes.total, months), [notes.total, months]);
  const lanes = view === 'grid' ? Math.max(1, Math.min(4, Math.floor((width + GAP) / (COLUMN * remInPixels())))) : 1;
  const laneWidth = (width - GAP * (lanes - 1)) / lanes;
  const stuck = useRef(-1);
  // What is in sight comes first, the rest without holding up the page.
  const overscan = useDeferredValue(OVERSCAN, 0);
  const cacheName = `${name} ${view} ${lanes} ${width}`;

  const virtualizer = useWindowVirtualizer({
    count: rows.count,
    lanes,
    laneAssignmentMode: 'measured',
    gap: view === 'grid' ? GAP : 0,
    overscan: Math.ceil(overscan / lanes),
    scrollMargin: top - bar,
    initialMeasurementsCache: measured.get(cacheName) ?? [],
    estimateSize: (index) => (rows.at(index).kind === 'month' ? MONTH_HEIGHT : NOTE_HEIGHT[view]),
    rangeExtractor: (range) => {
      stuck.current = rows.headings.findLast((heading) => heading <= range.startIndex) ?? -1;
      const near = defaultRangeExtractor(range);
      return stuck.current < 0 || near.includes(stuck.current) ? near : [stuck.current, ...near];
    },
  });
  const drawn = useRef(`${name} ${lanes}`);
  useLayoutEffect(() => {
    if (drawn.current !== `${name} ${lanes}`) virtualizer.measure();
    drawn.current = `${name} ${lanes}`;
  }, [name, lanes, virtualizer]);
  useEffect(() => () => remember(cacheName, virtualizer.measurementsCache), [cacheName, virtualizer]);

  const items = virtualizer.getVirtualItems();
  const shown = items.flatMap(({ index }) => noteIndexOf(rows.at(index)) ?? []);
  const first = Math.min(...shown);
  const last = Math.max(...shown);
  const { want } = notes;
  useEffect(() => {
    if (Number.isFinite(first)) want(first, last);
  }, [first, last, want]);

  const reveal = useCallback(
    (index: number) => virtualizer.scrollToIndex(rows.rowOf(index), { align: 'auto' }),
    [virtualizer, rows],
  );
  const { active, enter, leave } = useWalk(notes.total, reveal);

  const section = (
    <section
      ref={list}
      aria-label={strings.browse.title}
      className={styles[view]}
      style={{ blockSize: virtualizer.getTotalSize() }}
    >
      {width > 0 &&
        items.map(({ index, key, start, lane }) => {
          const row = rows.at(index);
          const sticky = index === stuck.current;
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
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={sticky ? `${styles.row} ${styles.stuck}` : styles.row}
              style={style}
            >
              {row.kind === 'month' ? (
                <h2 className={styles.month}>{format.month(firstDayOf(row.month))}</h2>
              ) : (
                note(row.index)
              )}
            </div>
          );
        })}
    </section>
  );

  function note(index: number) {
    const anecdote = notes.at(index);
    if (!anecdote) return <NoteToCome view={view} />;
    const drawnNote = (
      <Note
        anecdote={anecdote}
        linked={anecdote.connected_to !== null || notes.continued.has(anecdote.id)}
        look={view === 'grid' ? 'card' : 'timeline'}
        search={search}
        active={index === active}
        onEnter={() => enter(index)}
        onLeave={leave}
        calls={calls}
        onTag={onTag}
      />
    );
    if (view === 'grid') return drawnNote;
    return (
      <DayFrame anecdote={anecdote} before={notes.at(index - 1)} after={notes.at(index + 1)}>
        {drawnNote}
      </DayFrame>
    );
  }

  if (months.length < 2 || notes.total < SCRUBBED_FROM) return section;
  const at = rows.headings.findLastIndex((heading) => heading <= (virtualizer.range?.startIndex ?? 0));
  return (
    <div className={styles.scrubbed}>
      {section}
      <MonthScrubber
        months={months}
        current={Math.max(0, at)}
        onJump={(place) => virtualizer.scrollToIndex(rows.headings[place] ?? 0, { align: 'start' })}
      />
    </div>
  );
}

const ungrouped: Notes['months'] = [];

function remember(name: string, measurements: VirtualItem[]): void {
  measured.delete(name);
  measured.set(name, measurements);
  for (const oldest of measured.keys()) if (measured.size > REMEMBERED) measured.delete(oldest);
}

function noteIndexOf(row: Row): number | undefined {
  return row.kind === 'note' ? row.index : undefined;
}

function remInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
