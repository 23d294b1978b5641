import { type AnecdoteId, type CreateAnecdote, streams } from '@anecdotes/contracts';
import { derivedId } from '@anecdotes/contracts/server/crypto/identifiers';
import type pg from 'pg';
import { type AnecdoteDependencies, importAnecdote } from '../anecdote/commands.ts';
import { type AnecdoteState, anecdoteDecider } from '../anecdote/decider.ts';
import { type CommandMetadata, handleCommand } from '../handle-command.ts';
import { loadState, type VersionedState } from '../load-state.ts';
import { type PostState, postDecider } from './decider.ts';
import { ensurePostStream, findPostStream } from './post-streams.ts';

type Dependencies = AnecdoteDependencies & { readonly vault: pg.Pool };

/** A post to import into the journal of the acting account. */
export type Importing = {
  /** An HMAC of account and post. */
  readonly mark: string;
  readonly sourceAddress: string;
  /** Fetches the post as an anecdote; not called when it was imported before. */
  fetchAnecdote(): Promise<CreateAnecdote>;
};

/** `imported` by this very command, or `known` from an earlier one. */
export type Import = VersionedState<AnecdoteState> & { readonly status: 'imported' | 'known'; readonly id: AnecdoteId };

/**
 * Imports a post once per account. The post is reserved for an anecdote before that is created, so two imports at the
 * same time, or an interrupted one and its repetition, create the same anecdote, whose stream can begin only once.
 */
export async function importPost(deps: Dependencies, metadata: CommandMetadata, post: Importing): Promise<Import> {
  const stream = await findPostStream(deps, post.mark);
  const state = stream === undefined ? undefined : (await loadState(deps, postDecider, stream)).state;
  if (state?.status === 'reserved') {
    const known = await find(deps, metadata, state.anecdote);
    if (known.state.status === 'live') return known;
  }
  const anecdote = await post.fetchAnecdote();
  const id = await reserve(deps, metadata, post.mark);
  await importAnecdote(deps, metadata, id, anecdote, post.sourceAddress);
  return find(deps, metadata, id);
}

/** The anecdote for the post: a new one, unless the post is reserved for one that exists or is about to be created. */
async function reserve(deps: Dependencies, metadata: CommandMetadata, mark: string): Promise<AnecdoteId> {
  const account = metadata.actor.account_id;
  const anecdote = derivedId(`${metadata.commandId}/0`, metadata.at) as AnecdoteId;
  const { state } = await handleCommand(deps, {
    decider: postDecider,
    stream: await ensurePostStream(deps, account, mark),
    subject: account,
    command: { account, anecdote },
    metadata,
    context: async (post: PostState) => ({
      now: metadata.at.toISOString(),
      isNoLongerLive: post.status === 'reserved' && (await isNoLongerLive(deps, metadata, post.anecdote)),
    }),
  });
  return state.status === 'reserved' ? state.anecdote : anecdote;
}

/** An anecdote without events is not gone: another import has reserved the post for it and is about to create it. */
async function isNoLongerLive(deps: AnecdoteDependencies, metadata: CommandMetadata, id: AnecdoteId): Promise<boolean> {
  const { state, revision } = await find(deps, metadata, id);
  return revision >= 0 && state.status !== 'live';
}

async function find(deps: AnecdoteDependencies, metadata: CommandMetadata, id: AnecdoteId): Promise<Import> {
  const { commandId, actor } = metadata;
  const emptiedAt = await deps.guestJournal.emptiedAt(actor.account_id);
  const stream = streams.anecdote(id);
  const { isDone, ...versioned } = await loadState(deps, anecdoteDecider, stream, { commandId, emptiedAt });
  return { ...versioned, id, status: isDone ? 'imported' : 'known' };
}
