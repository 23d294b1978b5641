import type { AnecdoteState, AnecdoteView } from '@anecdotes/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { anecdoteKey } from '../../anecdote/query-keys.ts';
import { ApiError, reasonOf, send } from '../../lib/api.ts';
import { notify, notifyError } from '../../lib/messages.ts';
import { refreshJournal } from '../../lib/query-client.ts';
import { historyStrings as strings } from './strings.ts';

type Refusal = keyof typeof strings.restoredWithout;

/**
 * Writes an earlier state of the anecdote `id` as a new change. When its connection is refused, the present connection
 * is kept and a message says so. Fails when the anecdote has a newer revision than `revision`.
 */
export function useRestoreState(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ state, revision }: { state: AnecdoteState; revision: number }) => {
      const write = (body: Partial<AnecdoteState>) =>
        send<AnecdoteView>('PUT', `/anecdotes/${id}`, { body, ifMatch: revision });
      try {
        return { anecdote: await write(state), refusal: undefined };
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === undefined) throw error;
        const { connected_to: _, ...content } = state;
        return { anecdote: await write(content), refusal };
      }
    },
    onSuccess: ({ anecdote, refusal }) => {
      queries.setQueryData(anecdoteKey(id), anecdote);
      if (refusal === undefined) notify(strings.restored);
      else notify(strings.restoredWithout[refusal], { milliseconds: 0 });
      return refreshJournal(queries);
    },
    onError: async (error) => {
      notifyError(reasonOf(error, strings.restoreFailed));
      await refreshJournal(queries);
    },
  });
}

function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError) || !Object.hasOwn(strings.restoredWithout, error.code)) return undefined;
  return error.code as Refusal;
}
