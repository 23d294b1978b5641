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
        <div key={place} className={styles.skeleton} aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}
