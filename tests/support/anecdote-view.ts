import { type AnecdoteView, emptyContent } from '@anecdotes/contracts';

const NOON = '2026-11-20T12:00:00.000Z';

/** An anecdote as the service returns it, with defaults for what is not `given`. */
export function anecdote(id: string, given: Partial<AnecdoteView> = {}): AnecdoteView {
  return {
    ...emptyContent,
    id,
    description: id,
    timestamp: NOON,
    connected_to: null,
    reaction_count: 0,
    user_reacted: false,
    created_at: NOON,
    updated_at: NOON,
    revision: 0,
    ...given,
  };
}
