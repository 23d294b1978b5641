import { strings } from '../../lib/strings.ts';
import styles from './browse.module.css';
import type { View } from './controls.tsx';

const places = [1, 2, 3, 4, 5, 6];

/** Grey shapes of the notes to come; they show only when the wait is long enough to notice. */
export function NoteSkeletons({ view }: { view: View }) {
  return (
    <div className={`${styles.skeletons} ${styles[view]}`} role="status">
      <span className="hidden">{strings.browse.loading}</span>
      {places.map((place) => (
        <Skeleton key={place} />
      ))}
    </div>
  );
}

/** The shape of one note of a list that is on its way, or a word in its place when it could not be read. */
export function NoteToCome({ view, isLost }: { view: View; isLost: boolean }) {
  return (
    <div className={`${styles.coming} ${styles[view]}`} data-coming={isLost ? undefined : true}>
      {isLost ? <p className={`${styles.skeleton} ${styles.lost}`}>{strings.browse.notLoaded}</p> : <Skeleton />}
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
