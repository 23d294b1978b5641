import styles from './skeletons.module.css';

const keys = [1, 2, 3, 4, 5, 6];

/**
 * Grey placeholders while a list loads, by default of rows; visible only when the wait is long enough to notice. `text`
 * is for screen readers.
 */
export function Skeletons({ text, className = styles.rows }: { text: string; className?: string | undefined }) {
  return (
    <div className={`${styles.late} ${className}`} role="status">
      <span className="visually-hidden">{text}</span>
      {keys.map((key) => (
        <Skeleton key={key} />
      ))}
    </div>
  );
}

/** The grey placeholder of one entry of a list. */
export function Skeleton() {
  return (
    <div className={`${styles.late} ${styles.skeleton}`} aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}
