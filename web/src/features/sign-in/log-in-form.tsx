import type { LogIn } from '@anecdotes/contracts';
import type { ReactNode } from 'react';
import type { Notices } from '../../lib/notices.ts';
import { useForm } from '../../lib/use-form.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { logIn } from './commands.ts';
import { signInStrings } from './strings.ts';

type LogInFormProps = {
  notices: Notices;
  onSignedIn: () => void;
  /** The initial value of the first field. */
  username?: string | undefined;
  onRefused?: (reason: string, username: string) => void;
  submit: string;
  sending: string;
  failure: string;
  /** Disables sending until both fields are filled. */
  strict?: boolean;
  /** Focuses the first field when the form appears. */
  autoFocus?: boolean;
  onCancel?: () => void;
  actions?: ReactNode;
};

/** The form to log in with username and password. */
export function LogInForm(props: LogInFormProps) {
  const { onSignedIn, onRefused, failure, notices, username = '', strict = false, autoFocus = false, ...form } = props;
  const state = useForm<LogIn, void>({
    initial: { username, password: '' },
    validators: {
      username: ({ username }) => (username.trim() === '' ? signInStrings.usernameHint : undefined),
      password: ({ password }) => (password.trim() === '' ? signInStrings.passwordHint : undefined),
    },
    validate: ({ username, password }) =>
      username.trim() === '' || password.trim() === '' ? signInStrings.bothNeeded : undefined,
    send: logIn,
    onSuccess: onSignedIn,
    fallbackError: failure,
    notices,
    errorField: ({ code }) => (code === 'LOGIN_FAILED' ? 'password' : undefined),
    ...(onRefused && { onError: (reason, { username }) => onRefused(reason, username.trim()) }),
  });
  return (
    <Form form={state} disabled={strict && !state.isValid} {...form}>
      <TextField
        label={signInStrings.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
        {...state.field('username')}
      />
      <TextField
        label={signInStrings.password}
        type="password"
        autoComplete="current-password"
        {...state.field('password')}
      />
    </Form>
  );
}
