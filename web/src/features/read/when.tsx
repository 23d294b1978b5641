import type { AnecdoteView } from '@anecdotes/contracts';
import styles from './read.module.css';
import { readStrings } from './strings.ts';
import { zonedTime } from './zoned-time.ts';

/** The day of an anecdote as the heading of its screen; below it the time where it was written, and here where that differs. */
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
