import { useForm } from '../lib/use-form.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { eraseStrings as strings } from './erase-strings.ts';
import { useErase } from './use-erase.ts';

type EraseDialogProps = { open: boolean; id: string; onErased: () => Promise<void>; onClose: () => void };

/** Explains what erasing an anecdote means, and erases it after the person has typed a confirmation word. */
export function EraseDialog(props: EraseDialogProps) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={strings.title} text={strings.text}>
      <Question {...props} />
    </Dialog>
  );
}

function Question({ id, onErased, onClose }: Omit<EraseDialogProps, 'open'>) {
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
    <Form form={form} submit={strings.confirm} sending={strings.sending} onCancel={onClose}>
      <TextField label={strings.label} autoComplete="off" autoCapitalize="none" {...form.field('word')} />
    </Form>
  );
}
