import { useQuery } from '@tanstack/react-query';
import { configurationQuery } from '../../lib/configuration.ts';
import { type Notices, VERIFICATION_MS } from '../../lib/notices.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { requestVerification } from './commands.ts';
import styles from './sign-in.module.css';
import { signInStrings } from './strings.ts';

type CheckMailProps = { email: string; notices: Notices; onBack: () => void };

/** Shown after a registration: the address that the link was sent to, and what to do when it does not arrive. */
export function CheckMail({ email, notices, onBack }: CheckMailProps) {
  const { checkMail, resend } = signInStrings;
  const mailbox = useQuery(configurationQuery()).data?.local_mailbox;
  const form = useForm({
    initial: { email },
    validators: {},
    send: () => requestVerification(email),
    onSuccess: () => notices.done(resend.done, VERIFICATION_MS),
    fallbackError: resend.failed,
    notices,
  });
  return (
    <section className={styles.stack}>
      <h2 className={styles.lead}>{checkMail.title}</h2>
      <p className={styles.text}>
        {checkMail.sentTo} <strong>{email}</strong>
      </p>
      {mailbox && (
        <p className={styles.text}>
          {checkMail.staysHere}{' '}
          <a className={styles.mailbox} href={mailbox} target="_blank" rel="noreferrer">
            {checkMail.mailbox}
          </a>
        </p>
      )}
      <Form
        form={form}
        submit={checkMail.resend}
        sending={resend.sending}
        actions={<Button onClick={onBack}>{checkMail.back}</Button>}
      >
        <div className={styles.advice}>
          <h3>{checkMail.adviceTitle}</h3>
          <ul>
            {checkMail.advice.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      </Form>
    </section>
  );
}
