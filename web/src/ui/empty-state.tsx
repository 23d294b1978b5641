import { type ReactNode, useRef } from 'react';
import styles from './empty-state.module.css';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

type EmptyStateProps = {
  title: string;
  text?: string;
  children?: ReactNode;
  alert?: boolean;
  /** `h1` if it is the whole page. */
  heading?: 'h1' | 'h2';
};

/** Shown in place of an empty list: a small illustration, one sentence, and possible actions. */
export function EmptyState({ title, text, children, alert = false, heading: Heading = 'h2' }: EmptyStateProps) {
  const state = useRef<HTMLElement>(null);
  useFocusAfterRemoval(state);
  return (
    <section ref={state} className={styles.state} role={alert ? 'alert' : undefined}>
      <svg className={styles.sky} width="168" height="84" viewBox="0 0 168 84" fill="none" aria-hidden="true">
        <path d="M14 62 52 22l34 34 40-40 28 30" stroke="currentColor" opacity=".25" />
        <path d="m52 22 74-6M14 62l72-6" stroke="currentColor" opacity=".12" />
        <circle cx="14" cy="62" r="3.5" fill="currentColor" opacity=".55" />
        <circle cx="52" cy="22" r="5" fill="var(--accent)" />
        <circle cx="86" cy="56" r="3.5" fill="currentColor" opacity=".55" />
        <circle cx="126" cy="16" r="3.5" fill="currentColor" opacity=".55" />
        <circle cx="154" cy="46" r="3" fill="currentColor" opacity=".4" />
      </svg>
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={`${styles.text} lead`}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </section>
  );
}
