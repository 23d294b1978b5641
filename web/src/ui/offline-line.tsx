import { useIsReachable } from '../lib/reachability.ts';
import { strings } from '../lib/strings.ts';
import styles from './offline-line.module.css';

/** Says, as long as the service cannot be reached, what can still be done. */
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
