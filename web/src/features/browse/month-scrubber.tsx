import type { CSSProperties } from 'react';
import { format } from '../../lib/format.ts';
import { strings } from '../../lib/strings.ts';
import type { Month } from './month-scale.ts';
import styles from './month-scrubber.module.css';

type MonthScrubberProps = { months: readonly Month[]; current: string | undefined; onJump: (month: string) => void };

/** The year at the edge of the timeline: one line per month, as long as much was written, that leads there. */
export function MonthScrubber({ months, current, onJump }: MonthScrubberProps) {
  const most = Math.max(...months.map(({ count }) => count));
  return (
    <nav className={`${styles.scrubber} numbers`} aria-label={strings.browse.months}>
      {months.map(({ key, at, count }, index) => (
        <div key={key}>
          {at.getFullYear() !== months[index - 1]?.at.getFullYear() && (
            <span className={styles.year}>{at.getFullYear()}</span>
          )}
          <button
            type="button"
            className={styles.month}
            aria-current={key === current ? 'true' : undefined}
            style={{ '--share': count / most } as CSSProperties}
            onClick={() => onJump(key)}
          >
            {format.shortMonth(at)}
            <span className="hidden">{strings.browse.monthCount(at.getFullYear(), count)}</span>
          </button>
        </div>
      ))}
    </nav>
  );
}
