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
  const [seen, setSeen] = useState(anecdote);
  const base = useMemo(() => draftOf(seen, new Date()), [seen]);
  // `when` is not stored in the draft: tomorrow "today" is another day. An untouched time stays that of the anecdote.
  const { when: _, ...kept } = base;
  const { slot, draft, touched, wasRestored, hasText, setDraft, clear, clearIfSaved } = useDraft<Draft>(
    `edit-${id}`,
    base,
    kept,
  );
  // Until the person types, the form shows the last saved version, also one saved elsewhere.
  if (!touched && anecdote.revision > seen.revision) setSeen(anecdote);
  const [theirs, setTheirs] = useState<AnecdoteView | null>(null);
  const edit = useEdit(id, clearIfSaved);
  const outcome = useOutcome(onDone);
  const queries = useQueryClient();

  const failed = async (error: Error, mine: Draft) => {
    if (!(error instanceof ApiError) || error.code !== 'REVISION_CONFLICT') {
      return outcome.fail(error, writeStrings.updateFailed);
    }
    try {
      const saved = await fetchAnecdoteAt(queries, id, error.revision ?? 0);
      // Changes outside of the form, such as a reaction, make a newer version too; they are no conflict.
      if (mine.revision === seen.revision && isSameForm(seen, saved)) saveOver(saved, mine);
      else setTheirs(saved);
    } catch {
      notifyError(error.message);
    }
  };
  const save = (mine: Draft, before = base) => {
    const { key, payload } = preparePendingSave(slot, mine, (input) => toChangedAnecdote(before, input, new Date()));
    edit.mutate(
      { key, payload, revision: mine.revision },
      {
        onSuccess: () => outcome.succeed(writeStrings.updated),
        onError: (error) => void failed(error, mine),
      },
    );
  };
  const saveOver = (saved: AnecdoteView, mine: Draft) => {
    setTheirs(null);
    setSeen(saved);
    setDraft({ revision: saved.revision });
    save({ ...mine, revision: saved.revision }, draftOf(saved, new Date()));
  };
  const takeTheirs = () => {
    discardWithUndo(clear);
    setTheirs(null);
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
        instant={isSameWhen(base.when, draft.when) ? new Date(seen.timestamp) : instantOf(draft.when, new Date())}
      >
        {wasRestored && <DraftNotice onDiscard={clear} />}
      </EntryForm>
      <ConflictDialog
        mine={draft}
        theirs={theirs && draftOf(theirs, new Date())}
        onKeepMine={() => saveOver(theirs ?? seen, draft)}
        onTakeTheirs={takeTheirs}
        onClose={() => setTheirs(null)}
      />
    </>
  );
}

/** True when the form would look the same for both versions. */
function isSameForm(one: AnecdoteView, other: AnecdoteView): boolean {
  const now = new Date();
  return JSON.stringify(draftOf({ ...one, revision: other.revision }, now)) === JSON.stringify(draftOf(other, now));
}
