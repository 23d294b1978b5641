import type { Verification } from '@anecdotes/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { ApiError, reasonOf, send } from '../../lib/api.ts';
import { notify, notifyError } from '../../lib/messages.ts';
import { accountId } from '../../lib/session.ts';
import { readStoredUser } from '../../lib/stored-user.ts';
import { strings as shared } from '../../lib/strings.ts';
import { Button, buttonClass, Spinner } from '../../ui/button.tsx';
import { Card } from './card.tsx';
import styles from './mailed-link.module.css';
import { mailedLinkStrings } from './strings.ts';

const { verify } = mailedLinkStrings;
const REDIRECT_MS = 3000;
const MESSAGE_MS = 5000;

/** The person whose address is verified, and the account that is logged in unless it is theirs. */
type Verified = { username: string; replacedAccount?: string };

type VerifyEmailProps = { token: string | undefined; onDone: (verified: Verified) => void };

/** Verifies an address with the token of a mailed link, and goes to the login after 3 s. */
export function VerifyEmail({ token, onDone }: VerifyEmailProps) {
  const missing = token === undefined;
  const { data: verified, error, refetch } = useQuery({ ...verificationQuery(token ?? ''), enabled: !missing });
  const problem = missing ? verify.noToken : error && reasonOf(error, verify.failed);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (!verified) return;
    notify(verified.already_verified ? verify.already : verify.done, { milliseconds: MESSAGE_MS });
    const timer = setTimeout(() => done(personOf(verified)), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [verified]);
  useEffect(() => {
    if (problem) notifyError(problem, { milliseconds: MESSAGE_MS });
  }, [problem]);

  if (problem) {
    const isFinal = missing || (error instanceof ApiError && error.code === 'VERIFICATION_LINK_INVALID');
    return (
      <Card title={verify.failedTitle}>
        <Failure problem={problem} onRetry={isFinal ? undefined : () => void refetch()} />
      </Card>
    );
  }
  if (!verified) {
    return (
      <Card title={verify.loading}>
        <Spinner />
      </Card>
    );
  }
  return (
    <Card title={verified.already_verified ? verify.alreadyTitle : verify.doneTitle}>
      <p className={styles.text}>{verify.redirect}</p>
      <div className={styles.actions}>
        <Link to="/auth" search={{ mode: 'login' }} state={personOf(verified)} className={buttonClass('accent')}>
          {verify.continue}
        </Link>
      </div>
    </Card>
  );
}

function personOf({ username }: Verification): Verified {
  return readStoredUser()?.username === username ? { username } : { username, replacedAccount: accountId() };
}

function Failure({ problem, onRetry }: { problem: string; onRetry: (() => void) | undefined }) {
  return (
    <>
      <p className={styles.text}>{problem}</p>
      <div className={styles.actions}>
        {onRetry && (
          <Button variant="accent" onClick={onRetry}>
            {shared.errors.retry}
          </Button>
        )}
        <Link to="/auth" search={{ mode: 'login' }} className={buttonClass(onRetry ? 'plain' : 'accent')}>
          {verify.toLogin}
        </Link>
        <Link to="/dashboard" className={buttonClass('plain')}>
          {verify.toHome}
        </Link>
      </div>
      <div className={styles.help}>
        <h2>{verify.helpTitle}</h2>
        <ul>
          {verify.help.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** Verifies an address with the token of a mail. The answer never becomes stale, so that it is sent only once. */
function verificationQuery(token: string) {
  return queryOptions({
    queryKey: ['verification', token],
    queryFn: () => send<Verification>('POST', '/auth/verify-email', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
