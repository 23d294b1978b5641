import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { reasonOf, send } from '../lib/api.ts';
import { notify, notifyError } from '../lib/messages.ts';
import { refreshJournal } from '../lib/query-client.ts';
import { strings } from '../lib/strings.ts';
import { anecdoteQuery } from './queries.ts';
import { anecdoteStrings } from './strings.ts';

/** Returns a function that lets the anecdote `id` continue `to`, null for none, and offers to undo that. */
export function useLinkChange(): (id: string, to: string | null) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (id, to) => {
      const before = await queries.fetchQuery({ ...anecdoteQuery(id), staleTime: 0 }).catch(() => undefined);
      const change = async (parent: string | null) => {
        try {
          if (parent === null) await send('DELETE', `/anecdotes/${id}/parent`);
          else await send('PUT', `/anecdotes/${id}/parent`, { body: { parent } });
          return true;
        } catch (error) {
          notifyError(reasonOf(error, anecdoteStrings.linkFailed));
          return false;
        } finally {
          await refreshJournal(queries);
        }
      };
      const undo = async () => {
        if (await change(before?.connected_to ?? null)) notify(anecdoteStrings.linkUndone);
      };
      if (!(await change(to))) return;
      const done = to === null ? anecdoteStrings.unlinked : anecdoteStrings.linked;
      if (!before) notify(done);
      else notify(done, { action: { label: strings.common.undo, onClick: () => void undo() } });
    },
    [queries],
  );
}
