import { emailProblem, passwordProblem } from '../../lib/account-rules.ts';
import { accountStrings } from '../../lib/account-strings.ts';
import type { Notices } from '../../lib/notices.ts';
import { strings } from '../../lib/strings.ts';
import { useForm } from '../../lib/use-form.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { type NewAccount, register } from './commands.ts';
import { EmailField } from './email-field.tsx';

type RegisterFormProps = { notices: Notices; onSignedIn: () => void; onUnverified: (email: string) => void };

/** A new account: username, e-mail address and password. */
export function RegisterForm({ notices, onSignedIn, onUnverified }: RegisterFormProps) {
  const hints = {
    username: ({ username }: NewAccount) => (username.trim() === '' ? accountStrings.hints.username : undefined),
    email: ({ email }: NewAccount) => (emailProblem(email) ? accountStrings.hints.email : undefined),
    password: ({ password }: NewAccount) => passwordProblem(password),
  };
  const form = useForm<NewAccount, boolean>({
    initial: { username: '', email: '', password: '' },
    validators: hints,
    validate: (values) =>
      Object.values(values).some((value) => value.trim() === '')
        ? accountStrings.hints.allFields
        : (hints.username(values) ?? hints.email(values) ?? hints.password(values)),
    send: register,
    onSuccess: (isSignedIn, { email }) => (isSignedIn ? onSignedIn() : onUnverified(email.trim())),
    fallbackError: accountStrings.register.failed,
    notices,
  });
  return (
    <Form form={form} submit={accountStrings.register.button} sending={accountStrings.register.sending}>
      <TextField
        label={strings.auth.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('username')}
      />
      <EmailField field={form.field('email')} />
      <TextField
        label={strings.auth.password}
        type="password"
        autoComplete="new-password"
        {...form.field('password')}
      />
    </Form>
  );
}
