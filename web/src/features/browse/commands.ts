import type { AnecdoteView, ReactionsView } from '@anecdotes/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';
import { say, sayError } from '../../lib/messages.ts';
import { journalKey, refreshJournal } from '../../lib/query-client.ts';
import { strings } from '../../lib/strings.ts';
import { type AnecdoteList, anecdoteListKey, timelineKey } from './queries.ts';

export const sameHereKey = ['same-here'] as const;

/** Adds or withdraws Same Here: shown at once, taken back when it is refused. */
export function useSameHere() {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: sameHereKey,
    mutationFn: ({ id, user_reacted }: AnecdoteView) =>
      send<ReactionsView & { success: boolean }>(user_reacted ? 'DELETE' : 'POST', `/anecdotes/${id}/react`, {
        key: crypto.randomUUID(),
        ...(!user_reacted && { body: { reaction_type: 'same_here' } }),
      }),
    onMutate: ({ id, user_reacted, reaction_count }) => {
      const count = Math.max(0, reaction_count + (user_reacted ? -1 : 1));
      change(queries, id, (anecdote) => ({ ...anecdote, user_reacted: !user_reacted, reaction_count: count }));
    },
    onSuccess: ({ success, count, user_reacted }, before) => {
      if (!success) return change(queries, before.id, () => before);
      change(queries, before.id, (anecdote) => ({ ...anecdote, user_reacted, reaction_count: count }));
    },
    onError: (_error, before) => change(queries, before.id, () => before),
  });
}

/** Deletes an anecdote at once and offers to undo it. */
export function useDelete() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AnecdoteView) => send('DELETE', `/anecdotes/${id}`, { key: crypto.randomUUID() }),
    onMutate: async ({ id }) => {
      await queries.cancelQueries({ queryKey: journalKey });
      change(queries, id, () => undefined);
    },
    onSuccess: (_answer, { id }) => {
      say(strings.browse.removed, {
        undo: { label: strings.frame.undo, onClick: () => void restore(queries, id) },
      });
      return refreshJournal(queries);
    },
    onError: async (error) => {
      sayError(error.message || strings.browse.removeFailed);
      await queries.invalidateQueries({ queryKey: journalKey });
    },
  });
}

async function restore(queries: QueryClient, id: string): Promise<void> {
  try {
    await send('POST', `/anecdotes/${id}/restore`, { key: crypto.randomUUID() });
    say(strings.browse.restored);
  } catch (error) {
    sayError(error instanceof Error ? error.message : strings.browse.restoreFailed);
  }
  await refreshJournal(queries);
}

/** Puts what `next` gives in the place of the anecdote `id` in every cached list; undefined takes it out. */
function change(queries: QueryClient, id: string, next: (anecdote: AnecdoteView) => AnecdoteView | undefined): void {
  const inList = (anecdotes: AnecdoteView[]) =>
    anecdotes.flatMap((anecdote) => (anecdote.id === id ? (next(anecdote) ?? []) : anecdote));
  queries.setQueriesData<AnecdoteList>(
    { queryKey: anecdoteListKey },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: inList(page.data) })) },
  );
  queries.setQueriesData<AnecdoteView[]>({ queryKey: timelineKey }, (list) => list && inList(list));
}
