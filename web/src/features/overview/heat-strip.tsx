import { useMemo } from 'react';
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
  const written = cells.filter(({ count }) => count > 0);
  const total = written.reduce((sum, { count }) => sum + count, 0);
  const summary = strings.overview.yearSummary(total, written.length);
  const width = WEEKS * STEP - (STEP - SIZE);
  return (
    <figure className={styles.heat}>
      <svg width={width} height={TOP + 7 * STEP - 3} viewBox={`0 0 ${width} ${TOP + 7 * STEP - 3}`} aria-hidden="true">
        {monthsOf(cells).map(({ at, week }) => (
          <text key={week} x={week * STEP} y="9" className={styles.month}>
            {format.shortMonth(at)}
          </text>
        ))}
        {cells.map(({ at, day, count, week, weekday }) => (
          <rect
            key={day}
            className={styles[`level${level(count)}`]}
            x={week * STEP}
            y={TOP + weekday * STEP}
            width={SIZE}
            height={SIZE}
            rx="2"
          >
            <title>{strings.overview.dayCount(format.day(at, new Date()), count)}</title>
          </rect>
        ))}
      </svg>
      <figcaption className="hidden">{summary}</figcaption>
      <table className="hidden">
        <caption>{strings.overview.year}</caption>
        <thead>
          <tr>
            <th scope="col">{strings.overview.day}</th>
            <th scope="col">{strings.overview.anecdotes}</th>
          </tr>
        </thead>
        <tbody>
          {written.map(({ at, day, count }) => (
            <tr key={day}>
              <th scope="row">{format.day(at, new Date())}</th>
              <td>{format.number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

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

function level(count: number): number {
  return count === 0 ? 0 : count === 1 ? 1 : count < 4 ? 2 : count < 7 ? 3 : 4;
}
