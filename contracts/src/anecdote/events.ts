import { z } from 'zod';
import { defineEvent, type EventsOf, type JsonObject } from '../event.ts';
import { AccountId, AnecdoteId } from '../ids.ts';
import { AnecdoteContent } from './content.ts';

/*
 * The names and fields here are the storage format. A definition that was ever used is not changed: it gets a new
 * version with an upcast, and every file in `golden` must still be readable.
 */
const content = AnecdoteContent.shape;
const owner = { owner: AccountId };

/** Version 2 is sealed under the key of the anecdote, version 1 under that of the person; the fields are the same. */
const underAnecdoteKey = {
  version: 2,
  upcasts: { 1: (data: JsonObject) => data },
  sealedUnder: 'anecdote-key',
} as const;

/** The version of the events that hold the whole content; a new field in `AnecdoteContent` needs the next version. */
const contentVersion = underAnecdoteKey;

/** The events that change the content of an anecdote or whether it exists. */
export const anecdoteContentEvents = {
  AnecdoteCreated: defineEvent({
    type: 'AnecdoteCreated',
    ...contentVersion,
    stream: 'anecdote',
    inHistory: true,
    since: '2026-11-20',
    description: 'An anecdote was written.',
    clear: { ...owner, connected_to: AnecdoteId.nullable() },
    personal: content,
  }),
  AnecdoteEdited: defineEvent({
    type: 'AnecdoteEdited',
    ...contentVersion,
    stream: 'anecdote',
    inHistory: true,
    since: '2026-11-20',
    description: 'Its text, tags, time or place changed; holds the new state of all of them.',
    clear: owner,
    personal: content,
  }),
  AnecdoteDeleted: defineEvent({
    type: 'AnecdoteDeleted',
    version: 1,
    stream: 'anecdote',
    inHistory: true,
    since: '2026-11-20',
    description: 'It was deleted; it can be restored for 30 days.',
    clear: owner,
    personal: {},
  }),
  AnecdoteErased: defineEvent({
    type: 'AnecdoteErased',
    version: 1,
    stream: 'anecdote',
    inHistory: true,
    since: '2026-11-22',
    description: 'It was erased permanently: the secret that opens its content is destroyed.',
    clear: owner,
    personal: {},
  }),
  AnecdoteRestored: defineEvent({
    type: 'AnecdoteRestored',
    ...contentVersion,
    stream: 'anecdote',
    inHistory: true,
    since: '2026-11-20',
    description: 'It was restored; holds all that a view needs to show it again.',
    clear: {
      ...owner,
      connected_to: AnecdoteId.nullable(),
      created_at: z.iso.datetime(),
      same_here: z.array(AccountId),
    },
    personal: content,
  }),
};

/** The events that change the parent of an anecdote, apart from those that create or restore it. */
export const anecdoteLinkEvents = {
  AnecdoteLinked: defineEvent({
    type: 'AnecdoteLinked',
    version: 1,
    stream: 'anecdote',
    inHistory: true,
    since: '2026-11-20',
    description: 'It was connected to a parent, which replaces any earlier one.',
    clear: { ...owner, connected_to: AnecdoteId },
    personal: {},
  }),
  AnecdoteUnlinked: defineEvent({
    type: 'AnecdoteUnlinked',
    version: 1,
    stream: 'anecdote',
    inHistory: true,
    since: '2026-11-20',
    description: 'The connection to its parent was removed.',
    clear: owner,
    personal: {},
  }),
};

export const anecdoteEvents = {
  ...anecdoteContentEvents,
  ...anecdoteLinkEvents,
  SameHereAdded: defineEvent({
    type: 'SameHereAdded',
    version: 1,
    stream: 'anecdote',
    inHistory: false,
    since: '2026-11-20',
    description: 'An account added its Same Here.',
    clear: { ...owner, account: AccountId },
    personal: {},
  }),
  SameHereWithdrawn: defineEvent({
    type: 'SameHereWithdrawn',
    version: 1,
    stream: 'anecdote',
    inHistory: false,
    since: '2026-11-20',
    description: 'An account withdrew its Same Here.',
    clear: { ...owner, account: AccountId },
    personal: {},
  }),
  AnecdoteImported: defineEvent({
    type: 'AnecdoteImported',
    ...underAnecdoteKey,
    stream: 'anecdote',
    inHistory: false,
    since: '2026-11-20',
    description: 'The anecdote was imported from a post; follows its AnecdoteCreated.',
    clear: { ...owner, source: z.literal('reddit') },
    personal: { source_address: z.string() },
  }),
  RedditPostReserved: defineEvent({
    type: 'RedditPostReserved',
    version: 1,
    stream: 'redditPost',
    inHistory: false,
    since: '2026-11-22',
    description: 'The post is, or is about to be, imported as this anecdote.',
    clear: { ...owner, anecdote: AnecdoteId },
    personal: {},
  }),
};

const changesOfAnecdote = new Set<string>(Object.keys({ ...anecdoteContentEvents, ...anecdoteLinkEvents }));

/** True for the type of an event that changes the content of an anecdote, its parent, or whether it exists. */
export function changesAnecdote(type: string): boolean {
  return changesOfAnecdote.has(type);
}

export type AnecdoteEvent = EventsOf<typeof anecdoteEvents>;
