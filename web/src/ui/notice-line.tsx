import type { Notice } from '../lib/notices.ts';
import styles from './notice-line.module.css';

/** A message beside what it is about; screen readers announce it, and a failure at once. */
export function NoticeLine({ notice }: { notice: Notice | undefined }) {
  const line = notice && (
    <p className={styles.notice} data-kind={notice.kind} role={notice.kind === 'failed' ? 'alert' : undefined}>
      {notice.text}
    </p>
  );
  if (notice?.kind === 'failed') return line;
  // The region is there before its text: some screen readers announce only what changes in a known region.
  return (
    <div className={styles.region} role="status">
      {line}
    </div>
  );
}
