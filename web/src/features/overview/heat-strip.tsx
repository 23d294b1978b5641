import { type CSSProperties, type KeyboardEvent, type MouseEvent, memo, useMemo, useRef, useState } from 'react';
import { heatLevel } from '../../anecdote/heat-level.ts';
import { format } from '../../lib/format.ts';
import { type Cell, calendarYear, type Day, pastYear } from './heat-cells.ts';
import styles from './heat-strip.module.css';
import { overviewStrings } from './strings.ts';

const STEP = 12;
const SIZE = 9;
const TOP = 16;

type HeatStripProps = {
  days: readonly Day[];
  /** The calendar year that is shown; undefined for the past year. */
  year?: number | undefined;
  /** The last day of the past year. */
  today: string;
  onDay: (day: string) => void;
};

/**
 * The days of a year, darker with more anecdotes. A tooltip names the day under the pointer or chosen with the arrow
 * keys; a click or Enter opens it. A hidden table has the numbers for screen readers.
 */
export function HeatStrip({ days, year, today, onDay }: HeatStripProps) {
  const cells = useMemo(
    () => (year === undefined ? pastYear(days, today) : calendarYear(days, year)),
    [days, year, today],
  );
  const drawing = useRef<SVGSVGElement>(null);
  const [active, setActive] = useState<number>();
  const daysWithAnecdotes = cells.filter(({ count }) => count > 0);
  const total = daysWithAnecdotes.reduce((sum, { count }) => sum + count, 0);
  const summary = overviewStrings.yearSummary(total, daysWithAnecdotes.length, year);
  const weeks = (cells.at(-1)?.week ?? 0) + 1;
  const offset = cells[0]?.weekday ?? 0;
  const width = weeks * STEP - (STEP - SIZE);
  const newest = cells.length - 1;
  const cell = active === undefined ? undefined : cells[active];

  const indexAt = ({ clientX, clientY }: MouseEvent): number | undefined => {
    const { left = 0, top = 0 } = drawing.current?.getBoundingClientRect() ?? {};
    const [week, weekday] = [Math.floor((clientX - left) / STEP), Math.floor((clientY - top - TOP) / STEP)];
    const index = week * 7 + weekday - offset;
    return weekday >= 0 && weekday < 7 && index >= 0 && index <= newest ? index : undefined;
  };
  const open = (index: number | undefined) => {
    const day = index === undefined ? undefined : cells[index]?.day;
    if (day !== undefined) onDay(day);
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step !== undefined) setActive(Math.max(0, Math.min(newest, (active ?? newest) + step)));
    else if (event.key === 'Enter' || event.key === ' ') open(active);
    else return;
    event.preventDefault();
  };

  return (
    <figure className={styles.heat}>
      <div
        className={styles.year}
        role="slider"
        tabIndex={0}
        aria-label={overviewStrings.chooseDay(year)}
        aria-valuemin={0}
        aria-valuemax={newest}
        aria-valuenow={active ?? newest}
        aria-valuetext={labelOf(cell ?? cells[newest])}
        onKeyDown={press}
        onFocus={({ target }) => target.matches(':focus-visible') && setActive(active ?? newest)}
        onBlur={() => setActive(undefined)}
        onPointerMove={(event) => setActive(indexAt(event))}
        onPointerLeave={() => setActive(undefined)}
        onClick={(event) => open(indexAt(event))}
      >
        <svg
          ref={drawing}
          width={width}
          height={TOP + 7 * STEP - 3}
          viewBox={`0 0 ${width} ${TOP + 7 * STEP - 3}`}
          aria-hidden="true"
        >
          {monthsOf(cells).map(({ at, week }) => (
            <text key={week} x={week * STEP} y="9" className={styles.month}>
              {format.shortMonth(at)}
            </text>
          ))}
          {levels.map((each) => (
            <path
              key={each}
              className={styles[`level${each}`]}
              d={squares(cells.filter(({ count }) => heatLevel(count) === each))}
            />
          ))}
          {cell && (
            <rect
              className={styles.pointed}
              x={cell.week * STEP - 0.5}
              y={TOP + cell.weekday * STEP - 0.5}
              width={SIZE + 1}
              height={SIZE + 1}
              rx="2.5"
            />
          )}
        </svg>
      </div>
      {cell && (
        <div className={styles.tooltip} style={tooltipPosition(cell, weeks)} aria-hidden="true">
          <span className="tabular">{labelOf(cell)}</span>
        </div>
      )}
      <figcaption className="visually-hidden">{summary}</figcaption>
      <YearTable cells={cells} caption={overviewStrings.year(year)} />
    </figure>
  );
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -7,
  ArrowRight: 7,
  ArrowUp: -1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function labelOf(cell: Cell | undefined): string {
  return cell ? overviewStrings.dayCount(format.day(cell.at, new Date()), cell.count) : '';
}

/** The position of a day, measured from the right end, because only the left end may be cut off. */
function tooltipPosition({ week, weekday }: Cell, weeks: number): CSSProperties {
  const fromRight = (weeks - 1 - week) * STEP + SIZE / 2;
  return { '--from-right': `${fromRight}px`, '--from-top': `${TOP + weekday * STEP}px` } as CSSProperties;
}

/** A table of the weeks that have anecdotes; memoized, so that pointing at days does not render it again. */
const YearTable = memo(function YearTable({ cells, caption }: { cells: readonly Cell[]; caption: string }) {
  const weeks = weeksOf(cells);
  const whole = cells.filter(({ week }) => week === 1);
  return (
    // A table is as wide as its cells whatever its style says.
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{overviewStrings.weekFrom}</th>
            {whole.map(({ day, at }) => (
              <th key={day} scope="col">
                {format.weekday(at)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.day}>
              <th scope="row">{week[0] && format.day(week[0].at, new Date())}</th>
              {whole.map(({ weekday }) => {
                const count = week.find((cell) => cell.weekday === weekday)?.count;
                return <td key={weekday}>{count !== undefined && format.number(count)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

function monthsOf(cells: readonly Cell[]): Cell[] {
  const last = cells.at(-1)?.week ?? 0;
  return cells.filter(({ at, week, weekday }) => weekday === 0 && at.getDate() <= 7 && week < last - 1);
}

/** The weeks that have anecdotes. */
function weeksOf(cells: readonly Cell[]): Cell[][] {
  const weeks = [...Map.groupBy(cells, ({ week }) => week).values()];
  return weeks.filter((week) => week.some(({ count }) => count > 0));
}

/** One path for all days of a level, instead of one element for each day. */
function squares(cells: readonly Cell[]): string {
  return cells.map(({ week, weekday }) => `M${week * STEP + 2} ${TOP + weekday * STEP + 2}h5v5h-5z`).join('');
}

const levels = [0, 1, 2, 3, 4];
