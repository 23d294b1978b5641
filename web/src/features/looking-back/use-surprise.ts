import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Filter } from '../../anecdote/filter.ts';
import { withCause } from '../../lib/api.ts';
import { notify, notifyError } from '../../lib/messages.ts';
import { anyAnecdote } from './queries.ts';
import { lookingBackStrings as strings } from './strings.ts';

/** Opens a random anecdote that passes a filter, unless the person has opened another screen in the meantime. */
export function useSurprise(): (filter: Filter) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (filter) => {
      const screen = location.pathname;
      try {
        const anecdote = await anyAnecdote(filter);
        if (location.pathname !== screen) return;
        if (anecdote) await navigate({ to: '/anecdotes/$id', params: { id: anecdote.id } });
        else notify(strings.noSurprise);
      } catch (error) {
        notifyError(withCause(error, strings.surpriseFailed));
      }
    },
    [navigate],
  );
}
