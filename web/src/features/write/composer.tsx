import { Link } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { reasonOf, withCause } from '../../lib/api.ts';
import { useDraft } from '../../lib/draft.ts';
import { intend } from '../../lib/intention.ts';
import { say, sayError } from '../../lib/messages.ts';
import { saveKeys } from '../../lib/platform.ts';
import { strings } from '../../lib/strings.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { GrowingTextarea } from '../../ui/growing-textarea.tsx';
import { useCreate } from './commands.ts';
import styles from './composer.module.css';
import { type Draft, emptyDraft, NEW_DRAFT, toNewAnecdote } from './draft.ts';

// Without a network its code may be missing; what is being written must not go with it.
const loadTagField = () =>
  import('./tag-field.tsx').then(
    ({ TagField }) => ({ default: TagField }),
    () => ({ default: PlainTags }),
  );
const TagField = lazy(loadTagField);

/** One line to write down what happened; it grows with the text and keeps it over a reload. */
export function Composer() {
  const { draft, setDraft, clear, restored } = useDraft<Draft>(NEW_DRAFT, emptyDraft);
  const [open, setOpen] = useState(restored && draft.description !== '');
  const create = useCreate();
  const blank = draft.description.trim() === '';

  const save = () => {
    if (blank || create.isPending) return;
    create.mutate(
      intend(NEW_DRAFT, draft, (input) => toNewAnecdote(input, new Date())),
      {
        onSuccess: () => {
          clear();
          setOpen(false);
          say(strings.write.saved);
        },
        onError: (error) => sayError(withCause(error, reasonOf(error, strings.write.createFailed))),
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    else if (event.key === 'Escape' && blank) setOpen(false);
    else if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
  };

  return (
    <form
      className={styles.composer}
      data-open={open || undefined}
      onSubmit={submit}
      onKeyDown={press}
      onPointerEnter={loadTagField}
      onFocus={() => setOpen(true)}
      onBlur={(event) => {
        if (blank && draft.tags === '' && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <div className={styles.line}>
        <GrowingTextarea
          className={styles.text}
          aria-label={strings.write.prompt}
          placeholder={strings.write.prompt}
          value={draft.description}
          readOnly={create.isPending}
          aria-disabled={create.isPending || undefined}
          // What begins here is of now and continues nothing, whatever was once chosen on the entry screen.
          onChange={({ target }) =>
            setDraft({ ...(blank ? { ...emptyDraft, tags: draft.tags } : draft), description: target.value })
          }
        />
        <span className={styles.keys} aria-hidden="true">
          {strings.write.saves(saveKeys)}
        </span>
      </div>
      {open && (
        <div className={styles.more}>
          <Suspense fallback={<div className={styles.tagsToCome} />}>
            <TagField bare value={draft.tags} onChange={(tags) => setDraft({ ...draft, tags })} />
          </Suspense>
          <Link to="/entry" className={buttonClass('quiet')}>
            {strings.write.moreFields}
          </Link>
          <Button look="accent" type="submit" disabled={blank} busy={create.isPending}>
            {create.isPending ? strings.write.saving : strings.write.save}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Tags without suggestions. */
function PlainTags({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <input
      className={styles.plainTags}
      aria-label={strings.write.tags}
      placeholder={strings.write.tags}
      autoCapitalize="none"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
