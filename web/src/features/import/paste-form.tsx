import { limits, type PostAddress, publicAddressOf } from '@anecdotes/contracts';
import { useId, useState } from 'react';
import { isoDay } from '../../lib/format.ts';
import { notify } from '../../lib/messages.ts';
import { useForm } from '../../lib/use-form.ts';
import field from '../../ui/field.module.css';
import { FieldMessage, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { GrowingTextarea } from '../../ui/growing-textarea.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AlreadyImported } from './already-imported.tsx';
import { type ImportResult, useImports } from './commands.ts';
import styles from './import.module.css';
import { postedAt } from './posted-at.ts';
import { importStrings } from './strings.ts';

const strings = importStrings.byHand;

type Values = { title: string; text: string; date: string; time: string };

/** Imports a post whose title and text the person pastes, for when the server cannot fetch it from the site. */
export function PasteForm({ address, onImported }: { address: PostAddress; onImported: () => void }) {
  const id = useId();
  const { importPasted } = useImports();
  const [known, setKnown] = useState<Extract<ImportResult, { status: 'known' }>>();
  const source = publicAddressOf(address);
  const lengthProblem = ({ title, text }: Values) => {
    const room = limits.description - [title.trim(), source, ''].join('\n\n').length;
    return text.trim().length > room ? strings.tooLong(room) : undefined;
  };
  const form = useForm<Values, ImportResult>({
    initial: { title: '', text: '', date: '', time: '' },
    kept: 'pasted-post',
    validators: { text: lengthProblem },
    validate: (values) => (values.title.trim() === '' ? strings.titleMissing : lengthProblem(values)),
    send: ({ title, text, date, time }) => {
      setKnown(undefined);
      const posted_at = postedAt(date, time, new Date());
      return importPasted(address, { title, text, ...(posted_at !== undefined && { posted_at }) });
    },
    onSuccess: (imported) => {
      if (imported.status === 'known') return setKnown(imported);
      notify(strings.saved);
      onImported();
    },
    fallbackError: strings.failed,
  });
  const { error, ...text } = form.field('text');
  return (
    <Panel title={strings.section}>
      <p className={styles.byHandText}>{strings.text}</p>
      <Form form={form} submit={strings.submit} sending={strings.submitting}>
        <TextField label={strings.title} autoComplete="off" maxLength={limits.postTitle} {...form.field('title')} />
        <div className={field.field}>
          <label htmlFor={id}>{strings.content}</label>
          <GrowingTextarea
            id={id}
            className={`${field.input} ${styles.text}`}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-note`}
            {...text}
          />
          <FieldMessage id={`${id}-note`} error={error} />
        </div>
        <fieldset className={styles.posted}>
          <legend className={field.label}>{strings.when}</legend>
          <TextField label={strings.date} type="date" max={isoDay(new Date())} {...form.field('date')} />
          <TextField label={strings.time} type="time" {...form.field('time')} />
          <p className={`${styles.postedHelp} secondary`}>{strings.whenHelp}</p>
        </fieldset>
        <p className={styles.source}>
          <span className={field.label}>{strings.source}</span>
          <a href={source} target="_blank" rel="noreferrer noopener">
            {source}
          </a>
        </p>
        {known && <AlreadyImported {...known} />}
      </Form>
    </Panel>
  );
}
