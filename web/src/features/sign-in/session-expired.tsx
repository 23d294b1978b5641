import { useState } from 'react';
import { useNotices } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NoticeLine } from '../../ui/notice-line.tsx';
import { useGuestLogIn } from './commands.ts';
import { LogInForm } from './log-in-form.tsx';
import styles from './sign-in.module.css';
import { signInStrings } from './strings.ts';

const { expired } = signInStrings;

type SessionExpiredProps = { onSignedIn: () => void; onHome: () => void };

/** Asks what to do after a session has expired; it cannot be dismissed. */
export function SessionExpired({ onSignedIn, onHome }: SessionExpiredProps) {
  const [isLoggingIn, setIsLoggingIn] = useState(false);
  const notices = useNotices();
  const guest = useGuestLogIn(onSignedIn, notices);
  const enterAsGuest = (text: string) =>
    guest.isAvailable && (
      <Button busy={guest.isPending} onClick={guest.enter}>
        {text}
      </Button>
    );

  return (
    <Dialog open title={expired.title} text={expired.text}>
      {isLoggingIn ? (
        <LogInForm
          strict
          autoFocus
          notices={notices}
          submit={expired.login}
          sending={expired.loggingIn}
          failure={signInStrings.failedWithoutReason}
          onSignedIn={onSignedIn}
          onCancel={onHome}
          actions={enterAsGuest(expired.continueAsGuest)}
        />
      ) : (
        <div className={`${styles.stack} ${styles.choices}`}>
          <NoticeLine notice={notices.current} />
          <Button
            variant="accent"
            onClick={() => {
              notices.clear();
              setIsLoggingIn(true);
            }}
          >
            {expired.again}
          </Button>
          {enterAsGuest(expired.guest)}
          <Button variant="quiet" onClick={onHome}>
            {expired.home}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
