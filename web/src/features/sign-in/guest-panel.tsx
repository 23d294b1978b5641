import type { Notices } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeLine } from '../../ui/notice-line.tsx';
import { useGuestLogIn } from './commands.ts';
import styles from './sign-in.module.css';
import { signInStrings } from './strings.ts';

type GuestPanelProps = { notices: Notices; onSignedIn: () => void; onAccount: () => void };

/** The tab with a button that logs in to the shared guest account. */
export function GuestPanel({ notices, onSignedIn, onAccount }: GuestPanelProps) {
  const { isPending, enter } = useGuestLogIn(onSignedIn, notices);
  return (
    <div className={styles.stack}>
      <h2 className={styles.lead}>{signInStrings.quickStart}</h2>
      <p className={styles.text}>{signInStrings.guestText}</p>
      <NoticeLine notice={notices.current} />
      <Button variant="accent" busy={isPending} onClick={enter}>
        {signInStrings.guestButton}
      </Button>
      <Button variant="quiet" onClick={onAccount}>
        {signInStrings.toAccount}
      </Button>
    </div>
  );
}
