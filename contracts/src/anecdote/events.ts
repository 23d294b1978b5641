import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';
import { AccountId, AnecdoteId } from '../ids.ts';
import { AnecdoteContent } from './content.ts';

/*
 * The names and fields here are the storage format. A definition that was ever stored is not edited: a change is a
 * new version with an upcaster, and its golden file beside this one stays.
 */

const content = AnecdoteContent.shape;
const owner = { owner: AccountId };

export const anecdoteEvents = {
  AnecdoteCreated: defineEvent({
    type: 'AnecdoteCreated',
    version: 1,
    clear: { ...owner, connected_to: AnecdoteId.nullable() },
    personal: content,
  }),
  AnecdoteEdited: defineEvent({ type: 'AnecdoteEdited', version: 1, clear: owner, personal: content }),
  AnecdoteLinked: defineEvent({
    type: 'AnecdoteLinked',
    version: 1,
    clear: { ...owner, connected_to: AnecdoteId },
    personal: {},
  }),
  AnecdoteUnlinked: defineEvent({ type: 'AnecdoteUnlinked', version: 1, clear: owner, personal: {} }),
  AnecdoteDeleted: defineEvent({ type: 'AnecdoteDeleted', version: 1, clear: owner, personal: {} }),
  AnecdoteRestored: defineEvent({
    type: 'AnecdoteRestored',
    version: 1,
    clear: {
      ...owner,
      connected_to: AnecdoteId.nullable(),
      created_at: z.iso.datetime(),
      same_here: z.array(AccountId),
    },
    personal: content,
  }),
  SameHereAdded: defineEvent({
    type: 'SameHereAdded',
    version: 1,
    clear: { ...owner, account: AccountId },
    personal: {},
  }),
  SameHereWithdrawn: defineEvent({
    type: 'SameHereWithdrawn',
    version: 1,
    clear: { ...owner, account: AccountId },
    personal: {},
  }),
  AnecdoteImported: defineEvent({
    type: 'AnecdoteImported',
    version: 1,
    clear: { ...owner, source: z.literal('reddit') },
    personal: { source_address: z.string() },
  }),
  /** In a stream of its own per account and post: the anecdote that the post is, or is about to be, imported as. */
  RedditPostReserved: defineEvent({
    type: 'RedditPostReserved',
    version: 1,
    clear: { ...owner, anecdote: AnecdoteId },
    personal: {},
  }),
};

export type AnecdoteEvent = EventsOf<typeof anecdoteEvents>;
