import { useQuery } from '@tanstack/react-query';
import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { useLogIn } from './commands.ts';
import { configurationQuery } from './queries.ts';
import styles from './sign-in.module.css';

/** One click into the shared guest account. */
export function GuestPanel({ onSignedIn, onAccount }: { onSignedIn: () => void; onAccount: () => void }) {
  const { data: configuration, error, refetch } = useQuery(configurationQuery());
  const logIn = useLogIn();
  const problem = logIn.error?.message || (logIn.isError && strings.auth.guestFailed) || error?.message;
  const enter = async () => {
    const guest = configuration?.guest ?? (await refetch()).data?.guest;
    if (guest) logIn.mutate(guest, { onSuccess: onSignedIn });
  };
  const unavailable = configuration?.guest === null;
  return (
    <div className={styles.form}>
      <h2 className={styles.lead}>{strings.auth.quickStart}</h2>
      <p className={styles.text}>{unavailable ? strings.auth.guestUnavailable : strings.auth.guestText}</p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {!unavailable && (
        <Button look="accent" busy={logIn.isPending} onClick={() => void enter()}>
          {strings.auth.guestButton}
        </Button>
      )}
      <Button look="quiet" onClick={onAccount}>
        {strings.auth.toAccount}
      </Button>
    </div>
  );
}
