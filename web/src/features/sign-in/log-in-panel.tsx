import { useState } from 'react';
import { type Notices, VERIFICATION_MS } from '../../lib/notices.ts';
import { LogInForm } from './log-in-form.tsx';
import { ResendCard } from './resend-card.tsx';
import styles from './sign-in.module.css';
import { signInStrings } from './strings.ts';

const unverified = /verify your email|email address before logging in/i;

type LogInPanelProps = { username: string | undefined; notices: Notices; onSignedIn: () => void };

/**
 * The log-in form; a refusal because of an unverified address opens the card that sends the link again. The service
 * reports that for usernames only, so a person who typed an address is asked for the username.
 */
export function LogInPanel({ username, notices, onSignedIn }: LogInPanelProps) {
  const [resendTo, setResendTo] = useState<string>();
  const [isByAddress, setByAddress] = useState(false);
  return (
    <>
      <LogInForm
        username={username}
        notices={notices}
        submit={signInStrings.signIn}
        sending={signInStrings.signingIn}
        failure={signInStrings.failedWithoutReason}
        onSignedIn={onSignedIn}
        onRefused={(reason, username) => {
          setByAddress(username.includes('@') && reason === signInStrings.failed);
          if (!unverified.test(reason)) return notices.failed(reason);
          notices.failed(signInStrings.resend.needed, VERIFICATION_MS);
          setResendTo(username);
        }}
      />
      {isByAddress && <p className={styles.text}>{signInStrings.resend.byAddress}</p>}
      {resendTo !== undefined && (
        <ResendCard
          key={resendTo}
          email={resendTo}
          onCancel={() => {
            notices.clear();
            setResendTo(undefined);
          }}
        />
      )}
    </>
  );
}
