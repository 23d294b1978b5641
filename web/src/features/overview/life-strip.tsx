import type { Statistics } from '@anecdotes/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAsOf } from '../../anecdote/as-of.ts';
import { daysQuery } from '../../anecdote/queries.ts';
import { format, isoDay } from '../../lib/format.ts';
import { today } from '../../lib/today.ts';
import { useStore } from '../../lib/use-store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { BackIcon, ForwardIcon } from '../../ui/icons.tsx';
import { stripYears } from './heat-cells.ts';
import styles from './heat-strip.module.css';
import { HeatStrip } from './heat-strip.tsx';
import { overviewStrings } from './strings.ts';

type LifeStripProps = {
  /** The days of the past year. */
  days: Statistics['days'];
  onDay: (day: string) => void;
};

/** The heat strip of the past year, with buttons that change to any other year that has anecdotes. */
export function LifeStrip({ days, onDay }: LifeStripProps) {
  const [year, setYear] = useState<number>();
  const asOf = useAsOf();
  // A new day begins while the page stays open.
  useStore(today);
  const now = asOf === undefined ? new Date() : new Date(asOf);
  const { data: known } = useQuery(daysQuery(undefined, asOf));
  const { data: shown, error } = useQuery({
    ...daysQuery(year, asOf),
    enabled: year !== undefined,
    placeholderData: keepPreviousData,
  });
  const years = stripYears(known?.years ?? [], now.getFullYear());
  const index = years.indexOf(year);
  const button = (label: string, to: number, icon: ReactNode) => (
    // The `disabled` attribute would make it lose the focus.
    <IconButton
      label={label}
      aria-disabled={!(to in years) || undefined}
      onClick={() => to in years && setYear(years[to])}
    >
      {icon}
    </IconButton>
  );
  return (
    <div className={styles.life}>
      <div className={styles.years} data-alone={years.length === 1 || undefined}>
        {button(overviewStrings.earlier, index + 1, <BackIcon size={16} />)}
        <span className="secondary tabular" aria-live="polite">
          {year === undefined ? overviewStrings.pastYear : format.year(year)}
        </span>
        {button(overviewStrings.later, index - 1, <ForwardIcon size={16} />)}
      </div>
      {year !== undefined && error ? (
        <p role="alert">{overviewStrings.yearFailed}</p>
      ) : (
        <HeatStrip
          days={year === undefined ? days : (shown?.days ?? [])}
          year={year}
          today={isoDay(now)}
          onDay={onDay}
        />
      )}
    </div>
  );
}
