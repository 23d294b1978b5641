import { useState } from 'react';
import { accountStrings } from '../../lib/account-strings.ts';
import { type Notices, VERIFICATION_MS } from '../../lib/notices.ts';
import { strings } from '../../lib/strings.ts';
import { LogInForm } from './log-in-form.tsx';
import { ResendCard } from './resend-card.tsx';

const unverified = /verify your email|email address before logging in/i;

type LogInPanelProps = { username: string | undefined; notices: Notices; onSignedIn: () => void };

/** The log-in form; a refusal because of an unverified address opens the card that sends the link again. */
export function LogInPanel({ username, notices, onSignedIn }: LogInPanelProps) {
  const [resendTo, setResendTo] = useState<string>();
  return (
    <>
      <LogInForm
        username={username}
        notices={notices}
        submit={strings.auth.signIn}
        sending={strings.auth.signingIn}
        failure={strings.auth.failed}
        onSignedIn={onSignedIn}
        onRefused={(reason, username) => {
          if (!unverified.test(reason)) return notices.failed(reason);
          notices.failed(accountStrings.resend.needed, VERIFICATION_MS);
          setResendTo(username);
        }}
      />
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
