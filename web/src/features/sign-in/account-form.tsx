import { type FormEvent, useState } from 'react';
import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useLogIn } from './commands.ts';
import styles from './sign-in.module.css';

/** Username and password of an account of one's own. */
export function AccountForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [touched, setTouched] = useState({ username: false, password: false });
  const [incomplete, setIncomplete] = useState(false);
  const logIn = useLogIn();
  const missing = { username: username.trim() === '', password: password.trim() === '' };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (logIn.isPending) return;
    setIncomplete(missing.username || missing.password);
    if (missing.username || missing.password) return;
    logIn.mutate({ username: username.trim(), password }, { onSuccess: onSignedIn });
  };
  const problem = incomplete ? strings.auth.bothNeeded : logIn.isError && (logIn.error.message || strings.auth.failed);

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={strings.auth.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        error={touched.username && missing.username ? strings.auth.usernameHint : undefined}
        onChange={(event) => setUsername(event.target.value)}
        onBlur={() => setTouched((before) => ({ ...before, username: true }))}
      />
      <TextField
        label={strings.auth.password}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={touched.password && missing.password ? strings.auth.passwordHint : undefined}
        onChange={(event) => setPassword(event.target.value)}
        onBlur={() => setTouched((before) => ({ ...before, password: true }))}
      />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button look="accent" type="submit" busy={logIn.isPending}>
        {logIn.isPending ? strings.auth.signingIn : strings.auth.signIn}
      </Button>
    </form>
  );
}
