import type { AnecdoteView } from '@anecdotes/contracts';
import { useEffect } from 'react';
import { useDraft } from '../../lib/draft.ts';
import { intend } from '../../lib/intention.ts';
import { strings } from '../../lib/strings.ts';
import { useCreate } from './commands.ts';
import { type Draft, emptyDraft, NEW_DRAFT, toNewAnecdote } from './draft.ts';
import { DraftNotice } from './draft-notice.tsx';
import styles from './entry-form.module.css';
import { EntryForm } from './entry-form.tsx';
import { useOutcome } from './use-outcome.ts';

const PREVIEW = 50;

/** Writes a new anecdote, connected to `link` when there is one. */
export function AddEntry({ link, onDone }: { link: AnecdoteView | undefined; onDone: () => void }) {
  const initial: Draft = link
    ? { ...emptyDraft, connection: { id: link.id, description: link.description } }
    : emptyDraft;
  const name = link ? `continue-${link.id}` : NEW_DRAFT;
  const { draft, setDraft, clear, restored } = useDraft<Draft>(name, initial);
  const create = useCreate();
  const outcome = useOutcome(onDone);
  useEffect(() => document.getElementById('description')?.focus(), []);

  const save = () =>
    create.mutate(
      intend(name, draft, (input) => toNewAnecdote(input, new Date())),
      {
        onSuccess: () => {
          clear();
          outcome.succeed(strings.write.saved);
        },
        onError: (error) => outcome.fail(error, strings.write.createFailed),
      },
    );
  const cancel = () => {
    clear();
    onDone();
  };

  return (
    <EntryForm
      draft={draft}
      onChange={setDraft}
      onSave={save}
      onCancel={cancel}
      busy={create.isPending || outcome.leaving}
      problems={outcome.problems}
    >
      {link && draft.connection?.id === link.id && (
        <p className={styles.linked}>{strings.write.linkedTo([...link.description].slice(0, PREVIEW).join(''))}</p>
      )}
      {restored && draft.description !== '' && <DraftNotice onDiscard={clear} />}
    </EntryForm>
  );
}
