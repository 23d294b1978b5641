import { type PostAddress, publicAddressOf } from '@anecdotes/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { importStrings } from '../../lib/import-strings.ts';
import { say } from '../../lib/messages.ts';
import { useForm } from '../../lib/use-form.ts';
import field from '../../ui/field.module.css';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { GrowingTextarea } from '../../ui/growing-textarea.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useImports } from './commands.ts';
import styles from './import.module.css';

const strings = importStrings.byHand;

/** Keeps a post whose title and text the person pastes, for when the site does not hand it out. */
export function ByHand({ address }: { address: PostAddress }) {
  const navigate = useNavigate();
  const id = useId();
  const { keepPasted } = useImports();
  const source = publicAddressOf(address);
  const form = useForm<{ title: string; text: string }, void>({
    initial: { title: '', text: '' },
    hints: {},
    check: ({ title }) => (title.trim() === '' ? strings.titleMissing : undefined),
    send: ({ title, text }) => keepPasted({ address, title, text }),
    onSent: () => {
      say(strings.saved);
      void navigate({ to: '/dashboard' });
    },
    failure: strings.failed,
  });
  const { error: _, ...text } = form.field('text');
  return (
    <Panel title={strings.section}>
      <p className={styles.byHandText}>{strings.text}</p>
      <Form form={form} submit={strings.submit} sending={strings.submitting}>
        <TextField label={strings.title} autoComplete="off" maxLength={500} {...form.field('title')} />
        <div className={field.field}>
          <label htmlFor={id}>{strings.content}</label>
          <GrowingTextarea id={id} className={`${field.input} ${styles.text}`} {...text} />
        </div>
        <p className={styles.source}>
          <span className={field.label}>{strings.source}</span>
          <a href={source} target="_blank" rel="noreferrer noopener">
            {source}
          </a>
        </p>
      </Form>
    </Panel>
  );
}
