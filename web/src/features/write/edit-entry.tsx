import { isVisible } from '@anecdotes/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { anecdoteQuery, fetchAnecdoteAt } from '../../anecdote/queries.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { ApiError, isMissing } from '../../lib/api.ts';
import { useDraft } from '../../lib/draft.ts';
import { notifyError } from '../../lib/messages.ts';
import { preparePendingSave } from '../../lib/pending-save.ts';
import { focusText } from '../../ui/route-announcer.tsx';
import { Status } from '../../ui/status.tsx';
import { type Creation, type Edit, isOwnSave, useCreate, useEdit, useRestoreEdited } from './commands.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DeletedNotice } from './deleted-notice.tsx';
import type { Draft } from './draft.ts';
import { DraftNotice, discardWithUndo, notifyDraftKept } from './draft-notice.tsx';
import { draftOf, type EditedVersion, toChangedAnecdote, toCopy } from './edited-draft.ts';
import { EntryForm } from './entry-form.tsx';
import { formStrings } from './form-strings.ts';
import { lengthProblem } from './remaining-characters.tsx';
import { writeStrings } from './strings.ts';
import { useInterruptedSave } from './use-interrupted-save.ts';
import { useOutcome } from './use-outcome.ts';
import { instantOf, isSameWhen } from './when.ts';

type EditEntryProps = {
  /** The newest known version. */
  anecdote: EditedVersion;
  /** True if the anecdote is known to be deleted. */
  isGone: boolean;
  /** Shown in place of the form while there is no draft. */
  withoutDraft: ReactNode;
  onDone: () => void;
};

/**
 * Edits an anecdote. A version that was saved in the meantime is never overwritten without asking, and a text that was
 * typed is not lost if the anecdote was deleted in the meantime.
 */
export function EditEntry({ anecdote, isGone, withoutDraft, onDone }: EditEntryProps) {
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
  const [savedVersion, setSavedVersion] = useState<EditedVersion | null>(null);
  /** How many saves were refused because the anecdote is deleted; 0 once it is restored. */
  const [refusals, setRefusals] = useState(0);
  const [wasGone, setWasGone] = useState(isGone);
  if (wasGone !== isGone) {
    setWasGone(isGone);
    if (wasGone) setRefusals(0);
  }
  /** The draft that is saved as a new anecdote; shown until the screen is left. */
  const [copied, setCopied] = useState<Draft>();
  const edit = useEdit(id, slot, clearIfSaved);
  const create = useCreate(slot, ({ key }) => clearIfSaved(key));
  const restore = useRestoreEdited(id);
  const outcome = useOutcome(onDone);
  const queries = useQueryClient();
  useEffect(() => focusText(document.querySelector('textarea#description')), []);
  const refuse = () => {
    setRefusals((before) => before + 1);
    void queries.invalidateQueries({ queryKey: anecdoteQuery(id).queryKey });
  };
  const failed = async (error: Error, ownDraft: Draft) => {
    if (isMissing(error)) return refuse();
    if (!(error instanceof ApiError) || error.code !== 'REVISION_CONFLICT') {
      return outcome.fail(error, formStrings.updateFailed);
    }
    try {
      saveOverUnlessChanged(await fetchAnecdoteAt(queries, id, error.revision ?? 0), ownDraft);
    } catch (failure) {
      if (isMissing(failure)) refuse();
      else notifyError(error.message);
    }
  };
  const save = (ownDraft: Draft, before = base) => {
    const { key, payload } = preparePendingSave(slot, ownDraft, (input) =>
      toChangedAnecdote(before, input, new Date()),
    );
    sendEdit({ key, payload, revision: ownDraft.revision }, ownDraft);
  };
  const sendEdit = (change: Edit, ownDraft: Draft) =>
    edit.mutate(change, {
      onSuccess: () => outcome.succeed(formStrings.updated),
      onError: (error) => void failed(error, ownDraft),
    });
  const saveOver = (saved: EditedVersion, ownDraft: Draft) => {
    setSavedVersion(null);
    setEditedVersion(saved);
    setDraft({ revision: saved.revision });
    save({ ...ownDraft, revision: saved.revision }, draftOf(saved, new Date()));
  };
  const saveOverUnlessChanged = (saved: EditedVersion, ownDraft: Draft) => {
    // No conflict: a newer version with the same content, such as one with a reaction to it, and the save of this draft
    // that was still running while the person typed on.
    const isUnchanged = ownDraft.revision === editedVersion.revision && isSameForm(editedVersion, saved);
    if (isUnchanged || isOwnSave(slot, ownDraft.revision, saved)) saveOver(saved, ownDraft);
    else setSavedVersion(saved);
  };
  const takeSavedVersion = () => {
    discardWithUndo(clear);
    setSavedVersion(null);
  };
  const restoreAndSave = () =>
    restore.mutate(undefined, {
      onSuccess: (restored) => {
        setRefusals(0);
        saveOverUnlessChanged(restored, draft);
      },
      onError: (error) => outcome.fail(error, anecdoteStrings.restoreFailed),
    });
  const saveAsNew = () => {
    const copy = () => toCopy(editedVersion, base, draft, new Date());
    sendCopy({ ...preparePendingSave(slot, { copy: draft }, copy), draft });
  };
  const sendCopy = (copy: Creation) => {
    setCopied(copy.draft);
    create.mutate(copy, {
      onSuccess: () => outcome.succeed(writeStrings.saved),
      onError: (error) => {
        setCopied(undefined);
        outcome.fail(error, writeStrings.createFailed);
      },
    });
  };
  const isInterrupted = useInterruptedSave(slot, wasRestored, {
    edit: (change) => sendEdit(change, draft),
    create: sendCopy,
  });
  const isSending = isInterrupted || edit.isPending || create.isPending || restore.isPending;
  const busy = isSending || outcome.leaving;
  const cancel = () => {
    if (hasText) notifyDraftKept(clear);
    onDone();
  };

  const instant = isSameWhen(base.when, draft.when)
    ? new Date(editedVersion.timestamp)
    : instantOf(draft.when, new Date());
  if (withoutDraft && !touched && !copied) return withoutDraft;
  return (
    <>
      <EntryForm
        draft={copied ?? draft}
        onChange={setDraft}
        onSave={() => save(draft)}
        onCancel={cancel}
        busy={busy}
        isSaved={outcome.leaving}
        problems={outcome.problems}
        self={id}
        instant={instant}
      >
        <Status>
          {(isGone || refusals > 0) && (
            <DeletedNotice
              id={id}
              refusals={refusals}
              isFinal={restore.error instanceof ApiError && finalRefusals.includes(restore.error.code)}
              pending={restore.isPending ? 'restore' : create.isPending ? 'copy' : undefined}
              disabled={busy || !isVisible(draft.description) || lengthProblem(draft.description) !== undefined}
              onRestore={restoreAndSave}
              onCopy={saveAsNew}
            />
          )}
        </Status>
        <Status>{wasRestored && !isSending && <DraftNotice onDiscard={clear} />}</Status>
      </EntryForm>
      <ConflictDialog
        own={{ draft, instant }}
        saved={savedVersion && { draft: draftOf(savedVersion, new Date()), instant: new Date(savedVersion.timestamp) }}
        onKeepOwn={() => saveOver(savedVersion ?? editedVersion, draft)}
        onTakeSaved={takeSavedVersion}
        onClose={() => setSavedVersion(null)}
      />
    </>
  );
}

/** The refusals after which the anecdote cannot be restored any more. */
const finalRefusals: readonly string[] = ['ANECDOTE_NOT_FOUND', 'RESTORE_PERIOD_OVER'];

/** True when the form would look the same for both versions. */
function isSameForm(one: EditedVersion, other: EditedVersion): boolean {
  const now = new Date();
  return JSON.stringify(draftOf({ ...one, revision: other.revision }, now)) === JSON.stringify(draftOf(other, now));
}
