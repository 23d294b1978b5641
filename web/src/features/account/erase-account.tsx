import { useState } from 'react';
import { currentPasswordProblem } from '../../lib/account-rules.ts';
import { notify } from '../../lib/messages.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { StoredUsername } from '../../ui/stored-username.tsx';
import styles from './account.module.css';
import { eraseAccount } from './commands.ts';
import { ownAccountStrings } from './strings.ts';

const { erase: strings } = ownAccountStrings;

/** Erases the account, after a dialog that asks for the password. */
export function EraseAccount() {
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => setIsConfirming(false);
  return (
    <>
      <p className={styles.text}>{strings.text}</p>
      <Button className={styles.wide} onClick={() => setIsConfirming(true)}>
        {strings.button}
      </Button>
      <Dialog open={isConfirming} onClose={close} title={strings.title} text={strings.question}>
        <Question onCancel={close} />
      </Dialog>
    </>
  );
}

function Question({ onCancel }: { onCancel: () => void }) {
  const form = useForm({
    initial: { password: '' },
    validators: { password: ({ password }) => currentPasswordProblem(password) },
    send: ({ password }) => eraseAccount(password),
    onSuccess: () => notify(strings.done),
    fallbackError: strings.failed,
    errorField: ({ code }) => (code === 'WRONG_PASSWORD' ? 'password' : undefined),
  });
  return (
    <Form form={form} submit={strings.confirm} sending={strings.sending} onCancel={onCancel}>
      <StoredUsername />
      <TextField label={strings.password} type="password" autoComplete="current-password" {...form.field('password')} />
    </Form>
  );
}
