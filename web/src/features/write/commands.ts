import type { AnecdoteView, CreateAnecdote, EditAnecdote } from '@anecdotes/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, send } from '../../lib/api.ts';
import type { Intention } from '../../lib/intention.ts';
import { refreshJournal } from '../../lib/query-client.ts';
import { token } from '../../lib/session.ts';
import { strings } from '../../lib/strings.ts';
import { anecdoteQuery } from './queries.ts';

/** What the server takes, before it has parsed it: ids are plain text here. */
type Draftable<Body> = Omit<Body, 'connected_to'> & { connected_to?: string | null };
export type NewAnecdote = Draftable<CreateAnecdote>;
export type ChangedAnecdote = Draftable<EditAnecdote>;

/** Records a new anecdote. */
export function useCreate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ key, payload }: Intention<NewAnecdote>) => {
      if (token() === null) throw new ApiError('UNAUTHENTICATED', strings.write.notAuthenticated);
      return send<AnecdoteView>('POST', '/anecdotes', { key, body: payload });
    },
    onSuccess: () => void refreshJournal(queries),
  });
}

/** Changes an anecdote as it was at `revision`; a newer one is refused with REVISION_CONFLICT. */
export function useEdit(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ key, payload, revision }: Intention<ChangedAnecdote> & { revision: number }) =>
      send<AnecdoteView>('PUT', `/anecdotes/${id}`, { key, body: payload, ifMatch: revision }),
    onSuccess: (saved) => {
      queries.setQueryData(anecdoteQuery(id).queryKey, saved);
      void refreshJournal(queries);
    },
  });
}
