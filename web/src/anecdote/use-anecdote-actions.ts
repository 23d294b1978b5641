import type { AnecdoteView } from '@anecdotes/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { focusWhenShown } from '../ui/return-focus.ts';
import { isSameHereUnanswered, useDelete, useSameHere } from './mutations.ts';
import { openConnect } from './open-chooser.ts';
import { useOpenAnecdote } from './use-open-anecdote.ts';

/** What can be done with an anecdote. */
export type AnecdoteActions = {
  sameHere: (anecdote: AnecdoteView) => void;
  open: ReturnType<typeof useOpenAnecdote>;
  edit: (anecdote: AnecdoteView) => void;
  /** Opens the dialog to choose which anecdote this one continues. */
  connect: (anecdote: AnecdoteView) => void;
  remove: (anecdote: AnecdoteView) => void;
};

/** The actions that the cards of a list share. They never change, so that no card renders again because of them. */
export function useAnecdoteActions(): AnecdoteActions {
  const queries = useQueryClient();
  const { mutate: sameHere } = useSameHere();
  const { mutate: remove } = useDelete(focusWhenShown);
  const navigate = useNavigate();
  const open = useOpenAnecdote();
  return useMemo(
    () => ({
      sameHere: (anecdote) => {
        if (!isSameHereUnanswered(queries, anecdote.id)) sameHere(anecdote);
      },
      open,
      edit: ({ id }) => void navigate({ to: '/entry', search: { edit: id } }),
      connect: ({ id }) => openConnect(id),
      remove,
    }),
    [queries, sameHere, open, navigate, remove],
  );
}
