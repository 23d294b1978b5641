import type { AnecdoteView } from '@anecdotes/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { fetchAnecdoteAt } from '../../anecdote/queries.ts';
import { ApiError } from '../../lib/api.ts';
import { useDraft } from '../../lib/draft.ts';
import { notifyError } from '../../lib/messages.ts';
import { preparePendingSave } from '../../lib/pending-save.ts';
import { useEdit } from './commands.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type Draft, draftOf, toChangedAnecdote } from './draft.ts';
import { DraftNotice, discardWithUndo, notifyDraftKept } from './draft-notice.tsx';
import { EntryForm } from './entry-form.tsx';
import { writeStrings } from './strings.ts';
import { useOutcome } from './use-outcome.ts';
import { instantOf, isSameWhen } from './when.ts';

/** Edits an anecdote. A version that was saved in the meantime is never overwritten without asking. */
export function EditEntry({ anecdote, onDone }: { anecdote: AnecdoteView; onDone: () => void }) {
  const { id } = anecdote;
  /** The version that the person has seen and is editing. */
  const [editedVersion, setEditedVersion] = useState(anecdote);
  const base = useMemo(() => draftOf(editedVersion, new Date()), [editedVersion]);
  // `when` is not stored in the draft: tomorrow "today" is another day. An untouched time stays that of the anecdote.
  const { when: _, ...storedBase } = base;
  const { slot, draft, touched, wasRestored, hasText, setDraft, clear, clearIfSaved } = useDraft<Draft>(
    `edit-${id}`,
    base,
    storedBase,
  );
  // Until the person types, the form shows the last saved version, also one saved elsewhere.
  if (!touched && anecdote.revision > editedVersion.revision) setEditedVersion(anecdote);
  const [savedVersion, setSavedVersion] = useState<AnecdoteView | null>(null);
  const edit = useEdit(id, clearIfSaved);
  const outcome = useOutcome(onDone);
  const queries = useQueryClient();

  const failed = async (error: Error, ownDraft: Draft) => {
    if (!(error instanceof ApiError) || error.code !== 'REVISION_CONFLICT') {
      return outcome.fail(error, writeStrings.updateFailed);
    }
    try {
      const saved = await fetchAnecdoteAt(queries, id, error.revision ?? 0);
      // Changes outside of the form, such as a reaction, make a newer version too; they are no conflict.
      if (ownDraft.revision === editedVersion.revision && isSameForm(editedVersion, saved)) saveOver(saved, ownDraft);
      else setSavedVersion(saved);
    } catch {
      notifyError(error.message);
    }
  };
  const save = (ownDraft: Draft, before = base) => {
    const { key, payload } = preparePendingSave(slot, ownDraft, (input) =>
      toChangedAnecdote(before, input, new Date()),
    );
    edit.mutate(
      { key, payload, revision: ownDraft.revision },
      {
        onSuccess: () => outcome.succeed(writeStrings.updated),
        onError: (error) => void failed(error, ownDraft),
      },
    );
  };
  const saveOver = (saved: AnecdoteView, ownDraft: Draft) => {
    setSavedVersion(null);
    setEditedVersion(saved);
    setDraft({ revision: saved.revision });
    save({ ...ownDraft, revision: saved.revision }, draftOf(saved, new Date()));
  };
  const takeSavedVersion = () => {
    discardWithUndo(clear);
    setSavedVersion(null);
  };
  const cancel = () => {
    if (hasText) notifyDraftKept(clear);
    onDone();
  };

  return (
    <>
      <EntryForm
        draft={draft}
        onChange={setDraft}
        onSave={() => save(draft)}
        onCancel={cancel}
        busy={edit.isPending || outcome.leaving}
        problems={outcome.problems}
        self={id}
        instant={
          isSameWhen(base.when, draft.when) ? new Date(editedVersion.timestamp) : instantOf(draft.when, new Date())
        }
      >
        {wasRestored && <DraftNotice onDiscard={clear} />}
      </EntryForm>
      <ConflictDialog
        ownDraft={draft}
        savedDraft={savedVersion && draftOf(savedVersion, new Date())}
        onKeepOwn={() => saveOver(savedVersion ?? editedVersion, draft)}
        onTakeSaved={takeSavedVersion}
        onClose={() => setSavedVersion(null)}
      />
    </>
  );
}

/** True when the form would look the same for both versions. */
function isSameForm(one: AnecdoteView, other: AnecdoteView): boolean {
  const now = new Date();
  return JSON.stringify(draftOf({ ...one, revision: other.revision }, now)) === JSON.stringify(draftOf(other, now));
}
