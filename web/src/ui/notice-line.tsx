import type { Notice } from '../lib/notices.ts';
import styles from './notice-line.module.css';
import { Status } from './status.tsx';

/** A message beside what it is about; screen readers announce it, and a failure at once. */
export function NoticeLine({ notice }: { notice: Notice | undefined }) {
  const line = notice && (
    <p className={styles.notice} data-kind={notice.kind} role={notice.kind === 'failed' ? 'alert' : undefined}>
      {notice.text}
    </p>
  );
  return notice?.kind === 'failed' ? line : <Status>{line}</Status>;
}
