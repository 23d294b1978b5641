import { Skeleton, Skeletons } from '../ui/skeletons.tsx';
import styles from './skeletons.module.css';
import { anecdoteStrings } from './strings.ts';
import type { View } from './view.ts';

/** Grey placeholders while anecdotes load. */
export function AnecdoteSkeletons({ view }: { view: View }) {
  return <Skeletons text={anecdoteStrings.loading} className={`${styles.skeletons} ${styles[view]}`} />;
}

/** The grey placeholder of one anecdote that is loading, or a message if loading failed. */
export function AnecdotePlaceholder({ view, failed }: { view: View; failed: boolean }) {
  return (
    <div className={`${styles.placeholder} ${styles[view]}`} data-loading={failed ? undefined : true}>
      {failed ? <p className="secondary">{anecdoteStrings.notLoaded}</p> : <Skeleton />}
    </div>
  );
}
