import type { AnecdoteView } from '@anecdotes/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDraft } from '../../lib/draft.ts';
import { preparePendingSave } from '../../lib/pending-save.ts';
import { endOfCharacter } from '../../lib/truncate.ts';
import { Status } from '../../ui/status.tsx';
import { type Creation, useCreate } from './commands.ts';
import { type Draft, emptyDraft, NEW_DRAFT, toNewAnecdote } from './draft.ts';
import { DraftNotice, notifyDraftKept } from './draft-notice.tsx';
import styles from './entry-form.module.css';
import { EntryForm } from './entry-form.tsx';
import { formStrings } from './form-strings.ts';
import { withShared } from './shared-text.ts';
import { writeStrings } from './strings.ts';
import { unsavedPart } from './unsaved-part.ts';
import { useAddShared } from './use-add-shared.ts';
import { useInterruptedSave } from './use-interrupted-save.ts';
import { useOutcome } from './use-outcome.ts';
import { instantOf } from './when.ts';

const PREVIEW = 50;

type AddEntryProps = { link: AnecdoteView | undefined; shared: string; onDone: () => void };

/** Writes a new anecdote, connected to `link` when there is one; `shared` is added to its text. */
export function AddEntry({ link, shared, onDone }: AddEntryProps) {
  const initial: Draft = link
    ? { ...emptyDraft, connection: { id: link.id, description: link.description } }
    : emptyDraft;
  const { slot, draft, setDraft, clear, clearIfSaved, removeSaved, wasRestored, hasText } = useDraft<Draft>(
    link ? `continue-${link.id}` : NEW_DRAFT,
    initial,
  );
  const create = useCreate(slot, ({ key, draft: saved }) => {
    // The composer may have changed the draft after it was sent.
    if (link) clearIfSaved(key);
    else removeSaved((draft) => unsavedPart(draft, saved));
  });
  const outcome = useOutcome(onDone);
  const navigate = useNavigate();
  useEffect(() => document.getElementById('description')?.focus(), []);
  useAddShared(shared, () => setDraft(({ description }) => ({ description: withShared(description, shared) })));

  const send = (creation: Creation) =>
    create.mutate(creation, {
      onSuccess: ({ id }) => {
        const show = () => void navigate({ to: '/anecdotes/$id', params: { id } });
        const isNow = creation.draft.when.moment === 'now';
        // An anecdote of an earlier time is not at the beginning of the list that is shown next.
        outcome.succeed(writeStrings.saved, isNow ? undefined : { label: formStrings.show, onClick: show });
      },
      onError: (error) => outcome.fail(error, writeStrings.createFailed),
    });
  const isInterrupted = useInterruptedSave(slot, wasRestored, { create: send });
  const save = () => send({ ...preparePendingSave(slot, draft, (input) => toNewAnecdote(input, new Date())), draft });
  const cancel = () => {
    // Without `link` the composer shows the draft, and has its own button to discard it.
    if (hasText) notifyDraftKept(link && clear);
    onDone();
  };

  return (
    <EntryForm
      draft={draft}
      onChange={setDraft}
      onSave={save}
      onCancel={cancel}
      busy={isInterrupted || create.isPending || outcome.leaving}
      isSaved={outcome.leaving}
      problems={outcome.problems}
      instant={draft.when.moment === 'now' ? undefined : instantOf(draft.when, new Date())}
    >
      {link && draft.connection?.id === link.id && (
        <p className={styles.linked}>
          {formStrings.linkedTo(link.description.slice(0, endOfCharacter(link.description, PREVIEW)))}
        </p>
      )}
      <Status>{wasRestored && !isInterrupted && !create.isPending && <DraftNotice onDiscard={clear} />}</Status>
    </EntryForm>
  );
}
