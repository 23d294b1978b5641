import type { AnecdoteView } from '@anecdotes/contracts';
import { useMutationState } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sameHereKey, useDelete, useSameHere } from './commands.ts';
import type { NoteCalls } from './note-actions.tsx';

/** What the notes of a list can do, and on which of them Same Here is under way. */
export function useNoteCalls(edit: (anecdote: AnecdoteView) => void): NoteCalls {
  const { mutate: sameHere } = useSameHere();
  const { mutate: remove } = useDelete();
  const ids = useMutationState({
    filters: { mutationKey: sameHereKey, status: 'pending' },
    select: (mutation) => (mutation.state.variables as AnecdoteView).id,
  });
  return useMemo(() => {
    const pending = new Set(ids);
    return {
      pending,
      sameHere: (anecdote) => {
        if (!pending.has(anecdote.id)) sameHere(anecdote);
      },
      edit,
      remove,
    };
  }, [ids, sameHere, edit, remove]);
}
