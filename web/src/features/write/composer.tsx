import { Link } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useDraft } from '../../lib/draft.ts';
import { useIntention } from '../../lib/intention.ts';
import { say, sayError } from '../../lib/messages.ts';
import { saveKeys } from '../../lib/platform.ts';
import { strings } from '../../lib/strings.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { GrowingTextarea } from '../../ui/growing-textarea.tsx';
import { type NewAnecdote, useCreate } from './commands.ts';
import styles from './composer.module.css';
import { type Draft, emptyDraft, NEW_DRAFT, toNewAnecdote } from './draft.ts';
import { TagField } from './tag-field.tsx';

/** One line to write down what happened; it grows with the text and keeps it over a reload. */
export function Composer() {
  const { draft, setDraft, clear, restored } = useDraft<Draft>(NEW_DRAFT, emptyDraft);
  const [open, setOpen] = useState(restored && draft.description !== '');
  const { intend, done } = useIntention<Draft, NewAnecdote>();
  const create = useCreate();
  const blank = draft.description.trim() === '';

  const save = () => {
    if (blank || create.isPending) return;
    create.mutate(
      intend(draft, (input) => toNewAnecdote(input, new Date())),
      {
        onSuccess: () => {
          done();
          clear();
          setOpen(false);
          say(strings.write.saved);
        },
        onError: (error) => sayError(error.message || strings.write.createFailed),
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
          onChange={(event) => setDraft({ ...draft, description: event.target.value })}
        />
        <span className={styles.keys} aria-hidden="true">
          {strings.write.saves(saveKeys)}
        </span>
      </div>
      {open && (
        <div className={styles.more}>
          <TagField bare value={draft.tags} onChange={(tags) => setDraft({ ...draft, tags })} />
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
