import type { ComponentProps } from 'react';
import styles from './button.module.css';

export type ButtonVariant = 'accent' | 'plain' | 'quiet';

type ButtonProps = ComponentProps<'button'> & { variant?: ButtonVariant; busy?: boolean };

/** A button. While `busy`, it shows a spinner and ignores clicks. */
export function Button({ variant = 'plain', busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={[styles.button, styles[variant], className].filter(Boolean).join(' ')}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** The class of a link that looks like a button. */
export function buttonClass(variant: ButtonVariant): string {
  return `${styles.button} ${styles[variant]}`;
}

/** Two dots circling each other. */
export function Spinner() {
  return (
    <svg className={styles.spinner} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M4 8h8" stroke="currentColor" strokeWidth="1.2" opacity=".45" />
      <circle cx="3" cy="8" r="2.2" fill="currentColor" />
      <circle cx="13" cy="8" r="2.2" fill="currentColor" opacity=".55" />
    </svg>
  );
}
