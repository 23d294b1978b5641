import { emailProblem, passwordProblem, usernameProblem } from '../../lib/account-rules.ts';
import { accountStrings } from '../../lib/account-strings.ts';
import type { Notices } from '../../lib/notices.ts';
import { useForm } from '../../lib/use-form.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { type NewAccount, register } from './commands.ts';
import { EmailField } from './email-field.tsx';
import { signInStrings } from './strings.ts';

type RegisterFormProps = {
  /** The token of an invitation and the only address that it allows. */
  invited?: { readonly token: string; readonly email: string };
  notices: Notices;
  onSignedIn: () => void;
  onUnverified: (email: string) => void;
};

/** The form for a new account: username, e-mail address and password. */
export function RegisterForm({ invited, notices, onSignedIn, onUnverified }: RegisterFormProps) {
  const hints = {
    username: ({ username }: NewAccount) => usernameProblem(username),
    email: ({ email }: NewAccount) => (emailProblem(email) ? accountStrings.email : undefined),
    password: ({ password }: NewAccount) => passwordProblem(password),
  };
  const form = useForm<NewAccount, boolean>({
    initial: { username: '', email: invited?.email ?? '', password: '' },
    validators: hints,
    validate: (values) =>
      Object.values(values).some((value) => value.trim() === '')
        ? accountStrings.allFields
        : (hints.username(values) ?? hints.email(values) ?? hints.password(values)),
    send: (values) => register(values, invited?.token),
    onSuccess: (isSignedIn, { email }) => (isSignedIn ? onSignedIn() : onUnverified(email.trim())),
    fallbackError: signInStrings.register.failed,
    notices,
  });
  return (
    <Form form={form} submit={signInStrings.register.button} sending={signInStrings.register.sending}>
      <TextField
        label={signInStrings.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('username')}
      />
      <EmailField field={form.field('email')} {...(invited && { help: signInStrings.invitation.address })} />
      <TextField
        label={signInStrings.password}
        type="password"
        autoComplete="new-password"
        {...form.field('password')}
      />
    </Form>
  );
}
