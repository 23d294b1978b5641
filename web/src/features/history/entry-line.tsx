import type { ReactNode } from 'react';
import { format } from '../../lib/format.ts';
import type { Burst } from './bursts.ts';
import styles from './history.module.css';
import { sentenceOf } from './sentence.ts';
import { historyStrings as strings } from './strings.ts';

type EntryLineProps = {
  burst: Burst;
  /** The anecdote that changed, where the screen does not name it already. */
  subject?: ReactNode;
  children?: ReactNode;
};

/** One line about a burst: what changed, when and through which channel, with buttons as `children`. */
export function EntryLine({ burst, subject, children }: EntryLineProps) {
  const [{ at, through, operation }] = burst;
  const when = new Date(at);
  // The channel and the operation of an import are named alike.
  const facts = new Set([strings.through(through), operation && strings.operation(operation)]);
  return (
    <li className={`${styles.entry} row`}>
      <div className={styles.what}>
        <p className={styles.sentence}>{sentenceOf(burst)}</p>
        {subject}
        <p className="secondary tabular">
          <time dateTime={at} title={format.full(when)}>
            {format.moment(when)}
          </time>
          {[...facts].filter(Boolean).map((fact) => (
            <span key={fact} dir="auto">{` · ${fact}`}</span>
          ))}
        </p>
      </div>
      {children && <div className={`${styles.actions} row trailing unprinted`}>{children}</div>}
    </li>
  );
}
