import { type CSSProperties, useEffect, useRef } from 'react';
import { firstDayOf, type Month } from '../../anecdote/months.ts';
import { format } from '../../lib/format.ts';
import styles from './month-scrubber.module.css';
import { browseStrings } from './strings.ts';

type MonthScrubberProps = {
  months: readonly Month[];
  /** The index of the month in view. */
  current: number;
  /** Called with the index of the month to scroll to. */
  onJump: (index: number) => void;
};

/** With more months than this, only the year in view shows its months. */
const UNFOLDED = 18;

/** The years and months beside the timeline, each a button that jumps there. A month is a bar as long as its count. */
export function MonthScrubber({ months, current, onJump }: MonthScrubberProps) {
  const scrubber = useRef<HTMLElement>(null);
  const most = Math.max(...months.map(({ count }) => count));
  const thisYear = yearOf(months[current]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the month in view visible
  useEffect(() => {
    const { current: element } = scrubber;
    const mark = element?.querySelector<HTMLElement>('[aria-current]');
    if (!element || !mark || element.scrollHeight <= element.clientHeight) return;
    element.scrollTop = mark.offsetTop - element.clientHeight / 2;
  }, [current]);
  return (
    <nav ref={scrubber} className={`${styles.scrubber} tabular`} aria-label={browseStrings.months}>
      {months.map((month, index) => {
        const { key, count } = month;
        const year = yearOf(month);
        const opensYear = year !== yearOf(months[index - 1]);
        const isUnfolded = months.length <= UNFOLDED || year === thisYear;
        if (!opensYear && !isUnfolded) return null;
        return (
          <div key={key}>
            {opensYear && (
              <button type="button" className={styles.year} onClick={() => onJump(index)}>
                {format.year(year)}
              </button>
            )}
            {isUnfolded && (
              <button
                type="button"
                className={styles.month}
                aria-current={index === current ? 'true' : undefined}
                style={{ '--share': count / most } as CSSProperties}
                onClick={() => onJump(index)}
              >
                {format.shortMonth(firstDayOf(month))}
                <span className="visually-hidden">{browseStrings.monthCount(format.year(year), count)}</span>
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
