import { memo, useMemo, useState } from 'react';
import { format, isoDay } from '../../lib/format.ts';
import { strings } from '../../lib/strings.ts';
import styles from './heat-strip.module.css';

type Day = { day: string; count: number };
type Cell = { at: Date; day: string; count: number; week: number; weekday: number };

const WEEKS = 53;
const STEP = 12;
const SIZE = 9;
const TOP = 16;

/** A year of days, darker where more was written; its numbers also stand in a table for those who listen. */
export function HeatStrip({ days }: { days: readonly Day[] }) {
  const cells = useMemo(() => yearOf(days), [days]);
  const [pointed, setPointed] = useState<Cell>();
  const written = cells.filter(({ count }) => count > 0);
  const total = written.reduce((sum, { count }) => sum + count, 0);
  const summary = strings.overview.yearSummary(total, written.length);
  const width = WEEKS * STEP - (STEP - SIZE);
  return (
    <figure className={styles.heat}>
      <svg
        width={width}
        height={TOP + 7 * STEP - 3}
        viewBox={`0 0 ${width} ${TOP + 7 * STEP - 3}`}
        aria-hidden="true"
        onPointerMove={({ nativeEvent: { offsetX, offsetY } }) => {
          const row = Math.floor((offsetY - TOP) / STEP);
          setPointed(row < 0 ? undefined : cells[Math.floor(offsetX / STEP) * 7 + row]);
        }}
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
            d={squares(cells.filter((cell) => level(cell) === each))}
          />
        ))}
        {pointed && <title>{strings.overview.dayCount(format.day(pointed.at, new Date()), pointed.count)}</title>}
      </svg>
      <figcaption className="hidden">{summary}</figcaption>
      <YearTable cells={cells} />
    </figure>
  );
}

/** The weeks in which something was written, as a table; pointing at days does not draw it again. */
const YearTable = memo(function YearTable({ cells }: { cells: readonly Cell[] }) {
  return (
    <table className="hidden">
      <caption>{strings.overview.year}</caption>
      <thead>
        <tr>
          <th scope="col">{strings.overview.weekFrom}</th>
          {cells.slice(0, 7).map(({ day, at }) => (
            <th key={day} scope="col">
              {format.weekday(at)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(cells).map(([monday, ...days]) => (
          <tr key={monday.day}>
            <th scope="row">{format.day(monday.at, new Date())}</th>
            {[monday, ...days].map(({ day, count }) => (
              <td key={day}>{format.number(count)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

function yearOf(days: readonly Day[]): Cell[] {
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const now = new Date();
  const monday = (now.getDay() + 6) % 7;
  return Array.from({ length: (WEEKS - 1) * 7 + monday + 1 }, (_, index) => {
    const back = (WEEKS - 1) * 7 + monday - index;
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - back, 12);
    const day = isoDay(at);
    return { at, day, count: counts.get(day) ?? 0, week: Math.floor(index / 7), weekday: index % 7 };
  });
}

function monthsOf(cells: readonly Cell[]): Cell[] {
  const firsts = cells.filter(({ at, weekday }) => weekday === 0 && at.getDate() <= 7);
  return firsts.filter(({ week }) => week < WEEKS - 2);
}

/** The weeks in which something was written. */
function weeksOf(cells: readonly Cell[]): [Cell, ...Cell[]][] {
  const weeks = new Map<number, [Cell, ...Cell[]]>();
  for (const cell of cells) {
    const week = weeks.get(cell.week);
    if (week) week.push(cell);
    else weeks.set(cell.week, [cell]);
  }
  return [...weeks.values()].filter((week) => week.some(({ count }) => count > 0));
}

/** One path for all days of a level: a journal that is written every day must not weigh 365 elements. */
function squares(cells: readonly Cell[]): string {
  return cells.map(({ week, weekday }) => `M${week * STEP + 2} ${TOP + weekday * STEP + 2}h5v5h-5z`).join('');
}

const levels = [0, 1, 2, 3, 4];

function level({ count }: Cell): number {
  return count === 0 ? 0 : count === 1 ? 1 : count < 4 ? 2 : count < 7 ? 3 : 4;
}
