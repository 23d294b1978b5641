import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';

type FieldProps = { label: string; help?: ReactNode; error?: string | undefined };

/** A labelled one-line input with its help text and its error. */
export function TextField({ label, help, error, ...input }: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        dir="auto"
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || help ? `${id}-note` : undefined}
        {...input}
      />
      <FieldMessage id={`${id}-note`} help={help} error={error} />
    </div>
  );
}

/** The line under an input: its error when there is one, its help otherwise. */
export function FieldMessage({ id, help, error }: { id: string; help?: ReactNode; error?: string | undefined }) {
  if (!error && !help) return null;
  return (
    <p id={id} className={error ? styles.error : 'secondary'}>
      {error ?? help}
    </p>
  );
}
