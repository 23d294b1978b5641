import { useQueryClient } from '@tanstack/react-query';
import { currentPasswordProblem, passwordProblem, repetitionProblem } from '../../lib/account-rules.ts';
import { notify } from '../../lib/messages.ts';
import { useForm } from '../../lib/use-form.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { StoredUsername } from '../../ui/stored-username.tsx';
import styles from './account.module.css';
import { changePassword, type PasswordChange } from './commands.ts';
import { sessionsQuery } from './queries.ts';
import { ownAccountStrings } from './strings.ts';

const { password: strings } = ownAccountStrings;

/** The form that changes the password. It is emptied after a success. */
export function PasswordForm() {
  const queries = useQueryClient();
  const form = useForm<PasswordChange, unknown>({
    initial: { current: '', next: '', repeated: '' },
    validators: {
      current: ({ current }) => currentPasswordProblem(current),
      next: ({ next }) => passwordProblem(next),
      repeated: ({ next, repeated }) => repetitionProblem(next, repeated),
    },
    send: changePassword,
    onSuccess: () => {
      form.reset();
      notify(strings.done);
      // All other sessions have ended.
      void queries.invalidateQueries(sessionsQuery());
    },
    fallbackError: strings.failed,
    errorField: ({ code, fields }) => {
      if (code === 'WRONG_PASSWORD') return 'current';
      return 'new_password' in fields ? 'next' : undefined;
    },
  });
  return (
    <>
      <p className={styles.text}>{strings.text}</p>
      <Form form={form} submit={strings.button} sending={strings.sending}>
        <StoredUsername />
        <TextField label={strings.current} type="password" autoComplete="current-password" {...form.field('current')} />
        <TextField label={strings.next} type="password" autoComplete="new-password" {...form.field('next')} />
        <TextField label={strings.repeat} type="password" autoComplete="new-password" {...form.field('repeated')} />
      </Form>
    </>
  );
}
