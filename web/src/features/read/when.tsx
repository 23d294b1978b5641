import type { AnecdoteView } from '@anecdotes/contracts';
import styles from './read.module.css';
import { readStrings } from './strings.ts';
import { zonedTime } from './zoned-time.ts';

/** The day of an anecdote as a heading; below it the time in its own zone, and in the reader's if that differs. */
export function When({ timestamp, time_zone }: Pick<AnecdoteView, 'timestamp' | 'time_zone'>) {
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
    </header>
  );
}
