import { anecdoteContentEvents, anecdoteLinkEvents, type JournalEvent } from '@anecdotes/contracts';
import { defineProjector, type Handler, idOf } from '../projection/projector.ts';
import { chainMembers } from './table.ts';

type ChainEvent = Extract<
  JournalEvent,
  { type: 'AnecdoteCreated' | 'AnecdoteRestored' | 'AnecdoteDeleted' | 'AnecdoteErased' } | { type: LinkType }
>;
type LinkType = 'AnecdoteLinked' | 'AnecdoteUnlinked';

const recomputeChain: Handler<ChainEvent> = ({ stream, data }, work) =>
  work.recompute(chainMembers, idOf(stream), data.owner);

/**
 * A new or restored anecdote without a parent changes no chain: the anecdotes below it are already in the chain with
 * its id.
 */
const recomputeIfLinked: Handler<Extract<JournalEvent, { type: 'AnecdoteCreated' | 'AnecdoteRestored' }>> = (
  event,
  work,
) => {
  if (event.data.connected_to !== null) recomputeChain(event, work);
};

/** Keeps the chain that each anecdote belongs to. */
export const chainProjector = defineProjector({
  name: 'chains',
  version: 1,
  tables: [chainMembers],
  consumes: { ...anecdoteContentEvents, ...anecdoteLinkEvents },
  forgets: 'journal',
  handlers: {
    AnecdoteCreated: recomputeIfLinked,
    AnecdoteRestored: recomputeIfLinked,
    AnecdoteLinked: recomputeChain,
    AnecdoteUnlinked: recomputeChain,
    AnecdoteDeleted: recomputeChain,
    AnecdoteErased: recomputeChain,
    AnecdoteEdited: 'ignore',
  },
});
