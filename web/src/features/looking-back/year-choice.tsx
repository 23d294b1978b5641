import { useLayoutEffect, useRef } from 'react';
import { format } from '../../lib/format.ts';
import styles from './calendar.module.css';
import type { countsByYear } from './calendar-months.ts';
import { lookingBackStrings as strings } from './strings.ts';

const HEIGHT = 22;

type YearChoiceProps = {
  years: ReturnType<typeof countsByYear>;
  year: number;
  onYear: (year: number) => void;
};

/** The years of the journal side by side, each with twelve bars for the number of anecdotes per month. */
export function YearChoice({ years, year, onYear }: YearChoiceProps) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen year is kept in sight
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [year]);
  const most = Math.max(...years.flatMap(({ counts }) => counts));
  return (
    <nav aria-label={strings.years}>
      <ul ref={list} className={styles.years}>
        {years.map((each) => (
          <li key={each.year}>
            <button
              type="button"
              aria-current={each.year === year ? 'true' : undefined}
              aria-label={strings.yearCount(format.year(each.year), each.total)}
              onClick={() => onYear(each.year)}
            >
              <svg width="48" height={HEIGHT} viewBox={`0 0 48 ${HEIGHT}`} aria-hidden="true">
                <path d={bars(each.counts, most)} />
              </svg>
              <span className="tabular">{format.year(each.year)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function bars(counts: readonly number[], most: number): string {
  return counts
    .map((count, month) => {
      const height = count === 0 ? 1 : Math.max(3, Math.round((count / most) * HEIGHT));
      return `M${month * 4} ${HEIGHT}v${-height}h3v${height}z`;
    })
    .join('');
}
