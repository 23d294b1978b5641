import { type PostAddress, readPostAddress } from '@anecdotes/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import { format } from '../../lib/format.ts';
import { isAt } from '../../lib/is-at.ts';
import { notify } from '../../lib/messages.ts';
import { useForm } from '../../lib/use-form.ts';
import { useKeptState } from '../../lib/use-kept-state.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { AlreadyImported } from './already-imported.tsx';
import { canPasteByHand, type ImportResult, importErrorMessage, useImports } from './commands.ts';
import styles from './import.module.css';
import { ImportFile } from './import-file.tsx';
import { PasteForm } from './paste-form.tsx';
import { importStrings as strings } from './strings.ts';

type Outcome = { known?: Extract<ImportResult, { status: 'known' }>; pasteFor?: PostAddress };

/** The import screen: imports a file, or a post from another platform. */
export function Import() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const { importPost } = useImports();
  const [outcome, setOutcome] = useKeptState<Outcome>('import-outcome', {});
  /** Shows the journal, unless the person has opened another screen in the meantime. */
  const leave = () => {
    if (isAt('/import')) void navigate({ to: '/dashboard' });
  };

  const form = useForm<{ url: string }, ImportResult>({
    initial: { url: '' },
    kept: 'import-address',
    validators: {},
    validate: ({ url }) => {
      if (url.trim() === '') return strings.urlMissing;
      return readPostAddress(url) === undefined ? strings.urlInvalid : undefined;
    },
    send: ({ url }) => {
      setOutcome({});
      return importPost(url.trim());
    },
    onSuccess: (imported) => {
      if (imported.status === 'known') return setOutcome({ known: imported });
      const { id, timestamp } = imported.anecdote;
      const edit = () => void navigate({ to: '/entry', search: { edit: id } });
      notify(strings.imported(format.date(new Date(timestamp))), { action: { label: strings.edit, onClick: edit } });
      form.reset();
      leave();
    },
    fallbackError: strings.failed,
    onError: (_, { url }, error) => {
      const address = readPostAddress(url);
      if (canPasteByHand(error) && address !== undefined) setOutcome({ pasteFor: address });
      form.notices.failed(importErrorMessage(error));
    },
  });
  const clear = () => {
    form.reset();
    form.notices.clear();
    setOutcome({});
    input.current?.focus();
  };

  return (
    <div className={styles.screen}>
      <ScreenHeader title={strings.title} lead={strings.lead} />
      <div className={styles.columns}>
        <div className={styles.file}>
          <ImportFile />
        </div>
        <div className={styles.forms}>
          <Panel title={strings.section}>
            <Form
              form={form}
              submit={strings.submit}
              sending={strings.submitting}
              actions={
                <>
                  <Button disabled={form.isPending} onClick={clear}>
                    {strings.clear}
                  </Button>
                  <Link to="/dashboard" className={buttonClass('quiet')}>
                    {strings.back}
                  </Link>
                </>
              }
            >
              <TextField
                ref={input}
                label={strings.url}
                help={strings.urlHint}
                type="url"
                inputMode="url"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                readOnly={form.isPending}
                {...form.field('url')}
              />
              {outcome.known && <AlreadyImported {...outcome.known} />}
            </Form>
          </Panel>
          {outcome.pasteFor && <PasteForm address={outcome.pasteFor} onImported={leave} />}
        </div>
        <HowTo />
      </div>
    </div>
  );
}

function HowTo() {
  const title = useId();
  return (
    <section className={styles.howTo} aria-labelledby={title}>
      <h2 id={title} className={styles.howToTitle}>
        {strings.howTo}
      </h2>
      <ol className={styles.steps}>
        {strings.steps.map((step) => (
          <li key={step} className="bead">
            {step}
          </li>
        ))}
      </ol>
      <p className={`${styles.hint} secondary`}>{strings.note}</p>
    </section>
  );
}
