import type { AccountId, AnecdoteEvent, AnecdoteId } from '@anecdotes/contracts';
import { type Dated, type Decider, emit, noEvents } from '../decider.ts';

/** Whether a post was imported into an account before, or is being imported, and as which anecdote. */
export type PostState = { readonly status: 'free' } | { readonly status: 'reserved'; readonly anecdote: AnecdoteId };

type Reserve = { readonly account: AccountId; readonly anecdote: AnecdoteId };
type Context = {
  /** ISO 8601 in UTC. */
  readonly now: string;
  /** True when the anecdote that the post was imported as was deleted or erased. */
  readonly isNoLongerLive: boolean;
};

type DatedEvent = Dated<AnecdoteEvent>;

/** A post in one account: imported once, and again when its anecdote is gone. */
export const postDecider: Decider<PostState, Reserve, DatedEvent, Context> = {
  initial: { status: 'free' },
  evolve: (state, event) =>
    event.type === 'RedditPostReserved' ? { status: 'reserved', anecdote: event.data.anecdote } : state,
  decide({ account, anecdote }, state, context) {
    if (state.status === 'reserved' && !context.isNoLongerLive) return noEvents;
    return emit(context, { type: 'RedditPostReserved', data: { owner: account, anecdote } });
  },
};
