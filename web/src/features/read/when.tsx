import type { AnecdoteView } from '@anecdotes/contracts';
import type { ReactNode } from 'react';
import styles from './read.module.css';
import { readStrings } from './strings.ts';
import { zonedTime } from './zoned-time.ts';

type WhenProps = Pick<AnecdoteView, 'timestamp' | 'time_zone'> & { children: ReactNode };

/**
 * The day of an anecdote as a heading; below it the time in its own zone, and in the reader's if that differs, and
 * `children`.
 */
export function When({ timestamp, time_zone, children }: WhenProps) {
  const { day, time, zone, here } = zonedTime(new Date(timestamp), time_zone);
  return (
    <header className={styles.when}>
      <h1>
        <time dateTime={timestamp}>{day}</time>
      </h1>
      <p className="secondary tabular">
        <span className={styles.time}>{time}</span> {zone}
        {here !== undefined && ` · ${readStrings.here(here)}`}
      </p>
      {children}
    </header>
  );
}
