import type { ReactNode } from 'react';
import { strings } from '../lib/strings.ts';
import type { FormState } from '../lib/use-form.ts';
import { Button } from './button.tsx';
import styles from './form.module.css';
import { NoticeLine } from './notice-line.tsx';

type FormProps<Values extends Readonly<Record<string, string>>> = {
  form: FormState<Values>;
  /** The label of the button, and its label while the form is being sent. */
  submit: string;
  sending?: string;
  disabled?: boolean;
  children: ReactNode;
  /** If given, a Cancel button calls it, as in confirmation dialogs. */
  onCancel?: () => void;
  /** Further buttons beside the submit button. */
  actions?: ReactNode;
};

/** Fields, a message about them and the submit button. */
export function Form<Values extends Readonly<Record<string, string>>>({
  form,
  submit,
  sending = submit,
  disabled = false,
  children,
  onCancel,
  actions,
}: FormProps<Values>) {
  const send = (
    <Button variant="accent" type="submit" busy={form.isPending} disabled={disabled}>
      {form.isPending ? sending : submit}
    </Button>
  );
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {children}
      <NoticeLine notice={form.notices.current} />
      {onCancel ? (
        <div className="answers">
          <Button onClick={onCancel}>{strings.common.cancel}</Button>
          {actions}
          {send}
        </div>
      ) : (
        <div className={styles.actions}>
          {send}
          {actions}
        </div>
      )}
    </form>
  );
}
