import type { ReactNode } from 'react';
import styles from './status.module.css';

/**
 * A region whose content screen readers announce when it changes. Render it before it has content: some announce only
 * what changes in a region that was there.
 */
export function Status({ children }: { children: ReactNode }) {
  return (
    <div className={styles.region} role="status">
      {children}
    </div>
  );
}
