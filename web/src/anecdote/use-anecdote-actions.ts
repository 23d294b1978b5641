import type { AnecdoteView } from '@anecdotes/contracts';
import { useMutationState } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { sameHereKey, useDelete, useSameHere } from './mutations.ts';
import { openConnect } from './open-chooser.ts';

/** What can be done with the anecdotes of a list. */
export type AnecdoteActions = {
  sameHere: (anecdote: AnecdoteView) => void;
  /** The ids of the anecdotes whose Same Here request is not answered yet. */
  pending: ReadonlySet<string>;
  open: (anecdote: AnecdoteView) => void;
  edit: (anecdote: AnecdoteView) => void;
  /** Opens the dialog to choose which anecdote this one continues. */
  connect: (anecdote: AnecdoteView) => void;
  remove: (anecdote: AnecdoteView) => void;
};

/** The actions of one list, shared by all of its cards. */
export function useAnecdoteActions(): AnecdoteActions {
  const { mutate: sameHere } = useSameHere();
  const { mutate: remove } = useDelete();
  const navigate = useNavigate();
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
      open: ({ id }) => void navigate({ to: '/anecdotes/$id', params: { id } }),
      edit: ({ id }) => void navigate({ to: '/entry', search: { edit: id } }),
      connect: ({ id }) => openConnect(id),
      remove,
    };
  }, [ids, sameHere, navigate, remove]);
}
