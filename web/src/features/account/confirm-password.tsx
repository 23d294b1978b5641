import { useQueryClient } from '@tanstack/react-query';
import { currentPasswordProblem } from '../../lib/account-rules.ts';
import { passwordQuestion } from '../../lib/password-question.ts';
import { useForm } from '../../lib/use-form.ts';
import { useStore } from '../../lib/use-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { StoredUsername } from '../../ui/stored-username.tsx';
import { confirmPassword } from './commands.ts';
import { sessionsQuery } from './queries.ts';
import { ownAccountStrings } from './strings.ts';

const { confirm: strings } = ownAccountStrings;

/** Asks for the password again while a call that needs it waits. */
export function ConfirmPassword() {
  const question = useStore(passwordQuestion);
  const cancel = () => question?.answer(false);
  return (
    <Dialog open={question !== undefined} onClose={cancel} title={strings.title} text={strings.text}>
      <PasswordForm onConfirmed={() => question?.answer(true)} onCancel={cancel} />
    </Dialog>
  );
}

function PasswordForm({ onConfirmed, onCancel }: { onConfirmed: () => void; onCancel: () => void }) {
  const queries = useQueryClient();
  const form = useForm({
    initial: { password: '' },
    validators: { password: ({ password }) => currentPasswordProblem(password) },
    send: ({ password }) => confirmPassword(password),
    onSuccess: () => {
      onConfirmed();
      void queries.invalidateQueries(sessionsQuery());
    },
    fallbackError: strings.failed,
    errorField: ({ code }) => (code === 'WRONG_PASSWORD' ? 'password' : undefined),
  });
  return (
    <Form form={form} submit={strings.button} sending={strings.sending} onCancel={onCancel}>
      <StoredUsername />
      <TextField
        label={strings.password}
        type="password"
        autoComplete="current-password"
        autoFocus
        {...form.field('password')}
      />
    </Form>
  );
}
