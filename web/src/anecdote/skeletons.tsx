import styles from './skeletons.module.css';
import { anecdoteStrings } from './strings.ts';
import type { View } from './view.ts';

const keys = [1, 2, 3, 4, 5, 6];

/** Grey placeholders while anecdotes load; visible only when the wait is long enough to notice. */
export function AnecdoteSkeletons({ view }: { view: View }) {
  return (
    <div className={`${styles.skeletons} ${styles[view]}`} role="status">
      <span className="visually-hidden">{anecdoteStrings.loading}</span>
      {keys.map((key) => (
        <Skeleton key={key} />
      ))}
    </div>
  );
}

/** The grey placeholder of one anecdote that is loading, or a message if loading failed. */
export function AnecdotePlaceholder({ view, failed }: { view: View; failed: boolean }) {
  return (
    <div className={`${styles.placeholder} ${styles[view]}`} data-loading={failed ? undefined : true}>
      {failed ? <p className={`${styles.skeleton} secondary`}>{anecdoteStrings.notLoaded}</p> : <Skeleton />}
    </div>
  );
}

function Skeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}
