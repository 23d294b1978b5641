import type { AccountId, AnecdoteId, AnecdoteView, ReactionsView } from '@anecdotes/contracts';
import type { LiveAnecdote } from './decider.ts';

/** The anecdote at `revision` of its stream, as answers show it to `reader`. */
export function viewOf(id: AnecdoteId, state: LiveAnecdote, revision: number, reader: AccountId): AnecdoteView {
  return {
    id,
    ...state.content,
    connected_to: state.connectedTo,
    reaction_count: state.sameHere.size,
    user_reacted: state.sameHere.has(reader),
    created_at: state.createdAt,
    updated_at: state.updatedAt,
    revision,
  };
}

/** The anecdote's reactions as `reader` sees them. */
export function reactionsOf(state: LiveAnecdote, reader: AccountId): ReactionsView {
  return { reaction_type: 'same_here', count: state.sameHere.size, user_reacted: state.sameHere.has(reader) };
}
