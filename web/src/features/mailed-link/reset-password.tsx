import type { PasswordReset } from '@anecdotes/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { passwordProblem, repetitionProblem } from '../../lib/account-rules.ts';
import { accountStrings } from '../../lib/account-strings.ts';
import { ApiError, send } from '../../lib/api.ts';
import { accountId, endSession } from '../../lib/session.ts';
import { useForm } from '../../lib/use-form.ts';
import { buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Status } from '../../ui/status.tsx';
import { Card } from './card.tsx';
import styles from './mailed-link.module.css';
import { mailedLinkStrings } from './strings.ts';

const { reset } = mailedLinkStrings;

type NewPassword = { password: string; repeated: string };

type ResetPasswordProps = {
  token: string | undefined;
  /** Called when the token was used or turned out to be invalid. */
  onUsed: () => void;
};

/** Sets a new password with the token of a mailed link: shows a form, then success, or that the link is invalid. */
export function ResetPassword({ token: given, onUsed }: ResetPasswordProps) {
  const [token] = useState(given);
  const [state, setState] = useState<'form' | 'invalid' | 'done'>(token === undefined ? 'invalid' : 'form');
  const end = (next: 'invalid' | 'done') => {
    onUsed();
    setState(next);
  };
  const { error } = useQuery({ ...resetLinkQuery(token ?? ''), enabled: state === 'form' });
  const refuse = useEffectEvent(() => end('invalid'));
  useEffect(() => {
    // After any other error, the link is checked when the form is sent.
    if (error instanceof ApiError && error.code === 'RESET_LINK_INVALID') refuse();
  }, [error]);
  if (state === 'invalid' || token === undefined) {
    return (
      <Card title={reset.invalidTitle} alert>
        {token === undefined && <p className={styles.text}>{reset.noToken}</p>}
        <p className={styles.text}>{reset.invalidText}</p>
        <div className={styles.actions}>
          <Link to="/auth" search={{ mode: 'login' }} className={buttonClass('accent')}>
            {reset.back}
          </Link>
        </div>
      </Card>
    );
  }
  const isDone = state === 'done';
  return (
    <Card title={isDone ? reset.doneTitle : reset.title}>
      <Status>{isDone && <p className={styles.text}>{reset.doneText}</p>}</Status>
      {isDone ? (
        <div className={styles.actions}>
          <Link
            to="/auth"
            search={{ mode: 'login' }}
            // The sessions of the reset account have ended.
            state={{ replacedAccount: accountId() }}
            className={buttonClass('accent')}
          >
            {reset.toLogin}
          </Link>
        </div>
      ) : (
        <>
          <p className={styles.text}>{reset.subtitle}</p>
          <div className={styles.form}>
            <ResetForm token={token} onDone={() => end('done')} onInvalid={() => end('invalid')} />
          </div>
        </>
      )}
    </Card>
  );
}

type ResetFormProps = { token: string; onDone: () => void; onInvalid: () => void };

function ResetForm({ token, onDone, onInvalid }: ResetFormProps) {
  const form = useForm<NewPassword, void>({
    initial: { password: '', repeated: '' },
    validators: {
      password: ({ password }) => passwordProblem(password),
      repeated: ({ password, repeated }) => repetitionProblem(password, repeated),
    },
    validate: ({ password, repeated }) => {
      if (password !== repeated) return reset.mismatch;
      const problem = passwordProblem(password);
      return problem === accountStrings.newPassword ? reset.tooShort : problem;
    },
    send: (values) => resetPassword(token, values),
    onSuccess: onDone,
    fallbackError: reset.failed,
    errorField: ({ fields }) => ('new_password' in fields ? 'password' : undefined),
    onError: (reason) => (reason === reset.invalidText ? onInvalid() : form.notices.failed(reason)),
  });
  return (
    <Form form={form} submit={reset.button} sending={reset.sending} disabled={!form.isValid}>
      <TextField
        label={reset.password}
        type="password"
        autoComplete="new-password"
        placeholder={reset.passwordPlaceholder}
        required
        minLength={6}
        {...form.field('password')}
      />
      <TextField
        label={reset.repeat}
        type="password"
        autoComplete="new-password"
        placeholder={reset.repeatPlaceholder}
        required
        {...form.field('repeated')}
      />
    </Form>
  );
}

/** Fails with RESET_LINK_INVALID for a token that cannot set a password any more. */
function resetLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['reset-link', token],
    queryFn: () => send<null>('POST', '/auth/check-reset-link', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Sets a new password with the token of a mail. That ends all sessions of the account, also one in this browser. */
async function resetPassword(token: string, { password, repeated }: NewPassword): Promise<void> {
  const body = { token, new_password: password, confirm_password: repeated };
  const { account } = await send<PasswordReset>('POST', '/auth/reset-password', { body });
  if (account === accountId()) endSession('logged-out');
}
