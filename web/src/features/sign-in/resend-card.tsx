import { useId } from 'react';
import { emailProblem } from '../../lib/account-rules.ts';
import { useNotices, VERIFICATION_MS } from '../../lib/notices.ts';
import { useForm } from '../../lib/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { requestVerification } from './commands.ts';
import { EmailField } from './email-field.tsx';
import styles from './sign-in.module.css';
import { signInStrings } from './strings.ts';

/** Sends the link that verifies an address again. `email` may be a username, which has to be replaced. */
export function ResendCard({ email, onCancel }: { email: string; onCancel: () => void }) {
  const title = useId();
  const { resend } = signInStrings;
  const notices = useNotices();
  const form = useForm({
    initial: { email },
    validators: { email: ({ email }) => emailProblem(email) },
    send: ({ email }) => requestVerification(email),
    onSuccess: () => notices.done(resend.done, VERIFICATION_MS),
    fallbackError: resend.failed,
    notices,
  });
  return (
    <section className={`${styles.aside} sheet`} aria-labelledby={title}>
      <h2 id={title} className={styles.lead}>
        {resend.title}
      </h2>
      <Form form={form} submit={resend.button} sending={resend.sending} onCancel={onCancel}>
        <EmailField field={form.field('email')} />
      </Form>
    </section>
  );
}
