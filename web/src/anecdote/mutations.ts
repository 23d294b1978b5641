import type { AnecdoteView, ReactionsView } from '@anecdotes/contracts';
import {
  type MutationFilters,
  notifyManager,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { isMissing, isUnreachable, readData, send, withCause } from '../lib/api.ts';
import { notify, notifyError } from '../lib/messages.ts';
import { journalKey, refreshJournal } from '../lib/query-client.ts';
import { strings } from '../lib/strings.ts';
import { removeCachedAnecdote, updateCachedAnecdote } from './cache-updates.ts';
import { forgetDeletion, markDeleted } from './deleted.ts';
import { anecdoteStrings } from './strings.ts';

const sameHereKey = ['same-here'] as const;

/** Adds or withdraws Same Here: shown at once, reverted and read again if it is refused or not answered. */
export function useSameHere() {
  const queries = useQueryClient();
  const show = (id: string, reaction: Pick<AnecdoteView, 'user_reacted' | 'reaction_count'>) =>
    updateCachedAnecdote(queries, id, (anecdote) => ({ ...anecdote, ...reaction }));
  const revert = ({ id, user_reacted, reaction_count }: AnecdoteView) => show(id, { user_reacted, reaction_count });
  return useMutation({
    mutationKey: sameHereKey,
    mutationFn: ({ id, user_reacted }: AnecdoteView) =>
      send<ReactionsView & { success: boolean }>(user_reacted ? 'DELETE' : 'POST', `/anecdotes/${id}/react`, {
        ...(!user_reacted && { body: { reaction_type: 'same_here' } }),
      }),
    onMutate: ({ id, user_reacted, reaction_count }) =>
      show(id, {
        user_reacted: !user_reacted,
        reaction_count: Math.max(0, reaction_count + (user_reacted ? -1 : 1)),
      }),
    onSuccess: ({ success, count, user_reacted }, before) => {
      if (success) show(before.id, { user_reacted, reaction_count: count });
      else revert(before);
    },
    onError: (_error, before) => {
      revert(before);
      void queries.invalidateQueries({ queryKey: journalKey });
    },
  });
}

/** As `isSameHereUnanswered`; renders again when that changes for the anecdote `id`, not for others. */
export function useIsSameHereUnanswered(id: string): boolean {
  return useMutationState({ filters: unansweredSameHereOf(id), select: () => true }).length > 0;
}

/** Whether the Same Here of the anecdote `id` is not answered yet. */
export function isSameHereUnanswered(queries: QueryClient, id: string): boolean {
  return queries.isMutating(unansweredSameHereOf(id)) > 0;
}

function unansweredSameHereOf(id: string): MutationFilters {
  const predicate: MutationFilters['predicate'] = ({ state }) => (state.variables as AnecdoteView).id === id;
  return { mutationKey: sameHereKey, status: 'pending', predicate };
}

/** The ids that the Undo of the current message restores. */
let deleted: readonly string[] = [];

/**
 * Deletes an anecdote at once and offers Undo, also for those deleted earlier while the message was shown. `onUndo` is
 * called with its id when Undo is pressed.
 */
export function useDelete(onUndo: (id: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AnecdoteView) =>
      send('DELETE', `/anecdotes/${id}`).catch(async (error: unknown) => {
        // The service may have deleted it, and only its answers were lost.
        if (!isUnreachable(error) || !(await isGone(id))) throw error;
      }),
    onMutate: async (anecdote) => {
      await queries.cancelQueries({ queryKey: journalKey });
      const before = queries.getQueriesData({ queryKey: journalKey });
      // A render in between would show a list that is longer than its anecdotes.
      notifyManager.batch(() => removeCachedAnecdote(queries, anecdote));
      markDeleted(anecdote);
      return before;
    },
    onSuccess: (_answer, { id }) => {
      const ids = [...deleted, id];
      const undo = () => {
        onUndo(id);
        void restore(queries, ids);
      };
      notify(anecdoteStrings.removed(ids.length), {
        action: { label: strings.common.undo, onClick: undo },
        onClosed: () => {
          deleted = [];
        },
      });
      deleted = ids;
      return refreshJournal(queries);
    },
    onError: async (error, { id }, before) => {
      forgetDeletion([id]);
      for (const [key, data] of before ?? []) queries.setQueryData(key, data);
      notifyError(withCause(error, anecdoteStrings.removeFailed));
      await queries.invalidateQueries({ queryKey: journalKey });
    },
  });
}

async function isGone(id: string): Promise<boolean> {
  return readData(`/anecdotes/${id}`).then(() => false, isMissing);
}

/** Restores a deleted anecdote, or shows why that failed. */
export function useRestore() {
  const queries = useQueryClient();
  return useMutation({ mutationFn: (id: string) => restore(queries, [id]) });
}

async function restore(queries: QueryClient, ids: readonly string[]): Promise<void> {
  const restoreOne = async (id: string) => {
    await send('POST', `/anecdotes/${id}/restore`);
    forgetDeletion([id]);
  };
  const results = await Promise.allSettled(ids.map(restoreOne));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure === undefined) notify(anecdoteStrings.restored(ids.length));
  else notifyError(failure.reason instanceof Error ? failure.reason.message : anecdoteStrings.restoreFailed);
  await refreshJournal(queries);
}
