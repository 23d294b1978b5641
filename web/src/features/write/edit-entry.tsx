import type { AnecdoteView } from '@anecdotes/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { useDraft } from '../../lib/draft.ts';
import { intend } from '../../lib/intention.ts';
import { sayError } from '../../lib/messages.ts';
import { strings } from '../../lib/strings.ts';
import { useEdit } from './commands.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type Draft, draftOf, toChangedAnecdote } from './draft.ts';
import { DraftNotice } from './draft-notice.tsx';
import { EntryForm } from './entry-form.tsx';
import { savedAnecdote } from './queries.ts';
import { useOutcome } from './use-outcome.ts';

/** Changes an anecdote. What someone saved in the meantime is never overwritten unasked. */
export function EditEntry({ anecdote, onDone }: { anecdote: AnecdoteView; onDone: () => void }) {
  const { id } = anecdote;
  const [base, setBase] = useState(() => draftOf(anecdote, new Date()));
  const name = `edit-${id}`;
  const { draft, touched, restored, setDraft, clear } = useDraft<Draft>(name, base);
  // As long as nothing is typed, the form shows what was saved last, wherever that was.
  if (!touched && anecdote.revision > base.revision) setBase(draftOf(anecdote, new Date()));
  // Tomorrow "today" is another day: a time nobody touched is not kept but that of the anecdote.
  const change = ({ when, ...rest }: Draft) => setDraft(when === base.when ? rest : { ...rest, when });
  const [theirs, setTheirs] = useState<Draft | null>(null);
  const edit = useEdit(id);
  const outcome = useOutcome(onDone);
  const queries = useQueryClient();

  const failed = async (error: Error) => {
    if (!(error instanceof ApiError) || error.code !== 'REVISION_CONFLICT') {
      return outcome.fail(error, strings.write.updateFailed);
    }
    try {
      const saved = await savedAnecdote(queries, id, error.revision ?? 0);
      setTheirs(draftOf(saved, new Date()));
    } catch {
      sayError(error.message);
    }
  };
  const save = (mine: Draft, saved = base) => {
    const { key, payload } = intend(name, mine, (input) => toChangedAnecdote(saved, input, new Date()));
    edit.mutate(
      { key, payload, revision: mine.revision },
      {
        onSuccess: () => {
          clear();
          outcome.succeed(strings.write.updated);
        },
        onError: (error) => void failed(error),
      },
    );
  };
  const keepMine = () => {
    const saved = theirs ?? base;
    const mine = { ...draft, revision: saved.revision };
    setTheirs(null);
    setBase(saved);
    setDraft(mine);
    save(mine, saved);
  };
  const takeTheirs = () => {
    clear();
    setTheirs(null);
  };
  const leave = () => {
    clear();
    onDone();
  };

  return (
    <>
      <EntryForm
        draft={draft}
        onChange={change}
        onSave={() => save(draft)}
        onCancel={leave}
        busy={edit.isPending || outcome.leaving}
        problems={outcome.problems}
        self={id}
      >
        {restored && <DraftNotice onDiscard={clear} />}
      </EntryForm>
      <ConflictDialog
        mine={draft}
        theirs={theirs}
        onKeepMine={keepMine}
        onTakeTheirs={takeTheirs}
        onClose={() => setTheirs(null)}
      />
    </>
  );
}
