import { type CSSProperties, useEffect, useRef } from 'react';
import { format } from '../../lib/format.ts';
import { strings } from '../../lib/strings.ts';
import styles from './month-scrubber.module.css';
import { firstDayOf, type Month } from './months.ts';

type MonthScrubberProps = {
  months: readonly Month[];
  /** The place of the month that is looked at. */
  current: number;
  /** Called with the place of the month that is wanted. */
  onJump: (place: number) => void;
};

/** More months than this show the years only, and the months of the year that is looked at. */
const UNFOLDED = 18;

/** Years and months at the edge of the timeline: one line per month, as long as much was written, that leads there. */
export function MonthScrubber({ months, current, onJump }: MonthScrubberProps) {
  const scrubber = useRef<HTMLElement>(null);
  const most = Math.max(...months.map(({ count }) => count));
  const thisYear = yearOf(months[current]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked at is kept in sight
  useEffect(() => {
    const { current: box } = scrubber;
    const mark = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !mark || box.scrollHeight <= box.clientHeight) return;
    box.scrollTop = mark.offsetTop - box.clientHeight / 2;
  }, [current]);
  return (
    <nav ref={scrubber} className={`${styles.scrubber} numbers`} aria-label={strings.browse.months}>
      {months.map((month, place) => {
        const { key, count } = month;
        const year = yearOf(month);
        const opensYear = year !== yearOf(months[place - 1]);
        const isUnfolded = months.length <= UNFOLDED || year === thisYear;
        if (!opensYear && !isUnfolded) return null;
        return (
          <div key={key}>
            {opensYear && (
              <button type="button" className={styles.year} onClick={() => onJump(place)}>
                {year}
              </button>
            )}
            {isUnfolded && (
              <button
                type="button"
                className={styles.month}
                aria-current={place === current ? 'true' : undefined}
                style={{ '--share': count / most } as CSSProperties}
                onClick={() => onJump(place)}
              >
                {format.shortMonth(firstDayOf(month))}
                <span className="hidden">{strings.browse.monthCount(year, count)}</span>
              </button>
            )}
          </div>
        );
      })}
    </nav>
  );
}

function yearOf(month: Month | undefined): number {
  return month ? firstDayOf(month).getFullYear() : 0;
}
