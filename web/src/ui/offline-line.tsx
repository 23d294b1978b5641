import { useIsReachable } from '../lib/reachability.ts';
import { strings } from '../lib/strings.ts';
import styles from './offline-line.module.css';

/** Explains what still works while the service cannot be reached. */
export function OfflineLine() {
  const isReachable = useIsReachable();
  return (
    <div role="status">
      {!isReachable && (
        <p className={styles.line} data-offline>
          {strings.offline}
        </p>
      )}
    </div>
  );
}
