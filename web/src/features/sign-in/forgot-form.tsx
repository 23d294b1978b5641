import { emailProblem } from '../../lib/account-rules.ts';
import type { Notices } from '../../lib/notices.ts';
import { useForm } from '../../lib/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { requestPasswordReset } from './commands.ts';
import { EmailField } from './email-field.tsx';
import styles from './sign-in.module.css';
import { signInStrings } from './strings.ts';

/** Requests the mail with a link to set a new password; never reveals whether the address belongs to an account. */
export function ForgotForm({ notices }: { notices: Notices }) {
  const { forgot } = signInStrings;
  const form = useForm({
    initial: { email: '' },
    validators: { email: ({ email }) => emailProblem(email) },
    send: ({ email }) => requestPasswordReset(email),
    onSuccess: () => notices.done(forgot.done),
    fallbackError: forgot.failed,
    notices,
  });
  return (
    <>
      <h2 className={styles.lead}>{forgot.title}</h2>
      <p className={styles.text}>{forgot.text}</p>
      <Form form={form} submit={forgot.button} sending={forgot.sending}>
        <EmailField field={form.field('email')} />
      </Form>
    </>
  );
}
