import type { AnecdoteView } from '@anecdotes/contracts';
import { useState } from 'react';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useErase } from './commands.ts';
import styles from './read.module.css';
import { readStrings } from './strings.ts';

const { erase: strings } = readStrings;

type EraseProps = Pick<AnecdoteView, 'id'> & { onErased: () => Promise<void> };

/** Erases an anecdote for good, after a question that takes a word to answer. */
export function Erase({ id, onErased }: EraseProps) {
  const [isConfirming, setConfirming] = useState(false);
  const close = () => setConfirming(false);
  return (
    <div className={`${styles.erase} unprinted`}>
      <Button variant="quiet" onClick={() => setConfirming(true)}>
        {strings.button}
      </Button>
      <Dialog open={isConfirming} onClose={close} title={strings.title} text={strings.text}>
        <Question id={id} onErased={onErased} onCancel={close} />
      </Dialog>
    </div>
  );
}

function Question({ id, onErased, onCancel }: EraseProps & { onCancel: () => void }) {
  const erase = useErase(id, onErased);
  const form = useForm({
    initial: { word: '' },
    validators: {
      word: ({ word }) => (word.trim().toLowerCase() === strings.word ? undefined : strings.wordMissing),
    },
    send: erase,
    onSuccess: () => undefined,
    fallbackError: strings.failed,
  });
  return (
    <Form form={form} submit={strings.confirm} sending={strings.sending} onCancel={onCancel}>
      <TextField label={strings.label} autoComplete="off" autoCapitalize="none" {...form.field('word')} />
    </Form>
  );
}
