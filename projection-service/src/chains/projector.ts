import { anecdoteContentEvents, anecdoteLinkEvents, type JournalEvent } from '@anecdotes/contracts';
import { defineProjector, type Handler, idOf } from '../projection/projector.ts';
import { chainMembers } from './table.ts';

type Moving = Extract<
  JournalEvent,
  { type: 'AnecdoteCreated' | 'AnecdoteRestored' | 'AnecdoteDeleted' | 'AnecdoteErased' } | { type: LinkType }
>;
type LinkType = 'AnecdoteLinked' | 'AnecdoteUnlinked';

const moved: Handler<Moving> = ({ stream, data }, work) => work.recompute(chainMembers, idOf(stream), data.owner);

/**
 * A new or restored anecdote without a parent changes no chain: the anecdotes below it are already in the chain with
 * its id.
 */
const came: Handler<Extract<JournalEvent, { type: 'AnecdoteCreated' | 'AnecdoteRestored' }>> = (event, work) => {
  if (event.data.connected_to !== null) moved(event, work);
};

/** Keeps the chain that each anecdote belongs to. */
export const chainProjector = defineProjector({
  name: 'chains',
  version: 1,
  tables: [chainMembers],
  consumes: { ...anecdoteContentEvents, ...anecdoteLinkEvents },
  forgets: 'journal',
  handlers: {
    AnecdoteCreated: came,
    AnecdoteRestored: came,
    AnecdoteLinked: moved,
    AnecdoteUnlinked: moved,
    AnecdoteDeleted: moved,
    AnecdoteErased: moved,
    AnecdoteEdited: 'ignore',
  },
});
