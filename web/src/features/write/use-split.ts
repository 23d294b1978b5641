import type { BatchChange, BatchItem } from '@anecdotes/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, reasonOf, send, withCause } from '../../lib/api.ts';
import { notify, notifyError } from '../../lib/messages.ts';
import { forgetSent, type PendingSave, preparePendingSave, rememberSent } from '../../lib/pending-save.ts';
import { refreshJournal } from '../../lib/query-client.ts';
import { token } from '../../lib/session.ts';
import { strings } from '../../lib/strings.ts';
import type { Draft, NewAnecdote } from './draft.ts';
import { toNewAnecdotes } from './lines.ts';
import { writeStrings } from './strings.ts';

type SplitOptions = {
  slot: string;
  draft: Draft;
  /** Called with the lines that were refused, and the draft of all lines. */
  onSaved: (refused: readonly string[], before: Draft) => void;
  /** Called after an undo, with the draft of the lines whose anecdotes were deleted again. */
  onUndone: (before: Draft) => void;
};

export type Split = PendingSave<NewAnecdote[]> & { before: Draft };

/** Makes an anecdote of each line of a draft, in one operation, and offers to undo that. */
export function useSplit({ slot, draft, onSaved, onUndone }: SplitOptions) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    onMutate: (split) => rememberSent(slot, 'split', split),
    mutationFn: async ({ key, payload }: Split) => {
      if (token() === null) throw new ApiError('UNAUTHENTICATED', writeStrings.notAuthenticated);
      return send<BatchItem[]>('POST', '/anecdotes/batch', { key, body: { anecdotes: payload } });
    },
    onSuccess: (answers, { payload, before }) => {
      const linesWith = (success: boolean) =>
        payload.flatMap(({ description }, index) => (answers[index]?.success === success ? description : []));
      const made = answers.flatMap((answer) => (answer.success ? answer.data.id : []));
      const refused = linesWith(false);
      onSaved(refused, before);
      void refreshJournal(queries);
      const restore = () => onUndone({ ...before, description: linesWith(true).join('\n') });
      const undo = { label: strings.common.undo, onClick: () => void undoSplit(made, restore) };
      if (refused.length === 0) return notify(writeStrings.savedLines(made.length), { action: undo });
      const reason = answers.find((answer) => !answer.success)?.error.message ?? '';
      const text = writeStrings.refusedLines(made.length, refused.length, reason);
      notifyError(text, { action: made.length > 0 ? undo : undefined });
    },
    onError: (error) => notifyError(withCause(error, reasonOf(error, writeStrings.createFailed))),
    onSettled: (_answer, _error, { key }) => forgetSent(slot, key),
  });
  const undoSplit = async (ids: readonly string[], onDone: () => void) => {
    try {
      const answers = await send<BatchChange[]>('POST', '/anecdotes/batch/delete', { body: { ids } });
      const refusal = answers.find((answer) => !answer.success);
      if (refusal) notifyError(refusal.error.message);
      else onDone();
    } catch (error) {
      notifyError(withCause(error, writeStrings.undoFailed));
    }
    await refreshJournal(queries);
  };
  const split = () => {
    const pending = preparePendingSave(slot, { lines: draft }, () => toNewAnecdotes(draft, new Date()));
    mutate({ ...pending, before: draft });
  };
  return { split, finishSplit: mutate, isPending };
}
