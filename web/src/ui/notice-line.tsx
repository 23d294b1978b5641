import type { Notice } from '../lib/notices.ts';
import styles from './notice-line.module.css';

/** A message beside what it is about; screen readers announce a failure at once. */
export function NoticeLine({ notice }: { notice: Notice | undefined }) {
  if (!notice) return null;
  return (
    <p className={styles.notice} data-kind={notice.kind} role={notice.kind === 'failed' ? 'alert' : 'status'}>
      {notice.text}
    </p>
  );
}
