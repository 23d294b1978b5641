import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import styles from './progress-line.module.css';

/** A thin line at the top edge while a navigation, read or save takes longer than a moment. */
export function ProgressLine({ navigating }: { navigating: boolean }) {
  const fetching = useIsFetching();
  const saving = useIsMutating();
  if (!navigating && fetching === 0 && saving === 0) return null;
  return <div className={styles.line} aria-hidden="true" />;
}
