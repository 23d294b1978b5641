import type { AnecdoteView } from '@anecdotes/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetDeletion } from '../../anecdote/deleted.ts';
import { anecdoteQuery } from '../../anecdote/queries.ts';
import { ApiError, send } from '../../lib/api.ts';
import { forgetSent, isPendingSave, type PendingSave, rememberSent } from '../../lib/pending-save.ts';
import { refreshJournal } from '../../lib/query-client.ts';
import { token } from '../../lib/session.ts';
import type { ChangedAnecdote, Draft, NewAnecdote } from './draft.ts';
import { writeStrings } from './strings.ts';

/** The save of a new anecdote, and the draft it was made from. */
export type Creation = PendingSave<NewAnecdote> & { draft: Draft };

/** The change of an anecdote at the revision that it is based on. */
export type Edit = PendingSave<ChangedAnecdote> & { revision: number };

/** Records the draft in `slot`. `onSaved` gets the finished save, also when the form is not shown any more. */
export function useCreate(slot: string, onSaved: (creation: Creation) => void) {
  const queries = useQueryClient();
  return useMutation({
    onMutate: (creation) => rememberSent(slot, 'create', creation),
    mutationFn: async ({ key, payload }: Creation) => {
      if (token() === null) throw new ApiError('UNAUTHENTICATED', writeStrings.notAuthenticated);
      return send<AnecdoteView>('POST', '/anecdotes', { key, body: payload });
    },
    onSuccess: (_, creation) => {
      onSaved(creation);
      void refreshJournal(queries);
    },
    onSettled: (_answer, _error, { key }) => forgetSent(slot, key),
  });
}

/** By slot, the revisions before and after the last save whose draft was changed while the save ran. */
const savesWhileTyping = new Map<string, { before: number; after: number }>();

/** True if `saved` has only what this page saved of the draft in `slot`, which is based on the revision `before`. */
export function isOwnSave(slot: string, before: number, saved: { revision: number }): boolean {
  const save = savesWhileTyping.get(slot);
  return save?.before === before && save.after === saved.revision;
}

/**
 * Changes the anecdote `id` to the draft in `slot`; fails with REVISION_CONFLICT when there is a newer revision.
 * `onSaved` gets the idempotency key of the save, also when the form is not shown any more.
 */
export function useEdit(id: string, slot: string, onSaved: (key: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    onMutate: (edit) => rememberSent(slot, 'edit', edit),
    mutationFn: ({ key, payload, revision }: Edit) => {
      const path = `/anecdotes/${id}`;
      const { connected_to, ...rest } = payload;
      const change = { key, ifMatch: revision };
      if (connected_to === undefined || Object.keys(rest).length > 0) {
        return send<AnecdoteView>('PUT', path, { ...change, body: payload });
      }
      if (connected_to === null) return send<AnecdoteView>('DELETE', `${path}/parent`, change);
      return send<AnecdoteView>('PUT', `${path}/parent`, { ...change, body: { parent: connected_to } });
    },
    onSuccess: (saved, { key, revision }) => {
      queries.setQueryData(anecdoteQuery(id).queryKey, saved);
      if (!isPendingSave(slot, key)) savesWhileTyping.set(slot, { before: revision, after: saved.revision });
      onSaved(key);
      void refreshJournal(queries);
    },
    onSettled: (_answer, _error, { key }) => forgetSent(slot, key),
  });
}

/** Restores the deleted anecdote `id` and returns it. */
export function useRestoreEdited(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => send<AnecdoteView>('POST', `/anecdotes/${id}/restore`),
    onSuccess: (restored) => {
      forgetDeletion([id]);
      queries.setQueryData(anecdoteQuery(id).queryKey, restored);
      void refreshJournal(queries);
    },
  });
}
