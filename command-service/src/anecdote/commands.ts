import {
  type AccountId,
  AnecdoteId,
  type CreateAnecdote,
  changesAnecdote,
  type Position,
  Problem,
  RESTORE_PERIOD_MS,
  streams,
} from '@anecdotes/contracts';
import { derivedId } from '@anecdotes/contracts/server/crypto/identifiers';
import type { EventLog } from '../event-log.ts';
import type { GuestJournal } from '../guest-journal/guest-journal.ts';
import { type CommandDependencies, type CommandMetadata, handleCommand } from '../handle-command.ts';
import type { JournalQuota } from '../journal-quota.ts';
import type { VersionedState } from '../load-state.ts';
import type { AnecdoteKeys } from '../vault/anecdote-keys.ts';
import type { LinkLock } from '../vault/link-lock.ts';
import {
  type AnecdoteCommand,
  type AnecdoteContext,
  type AnecdoteState,
  anecdoteDecider,
  type LiveAnecdote,
  type NoRoom,
  type Parent,
} from './decider.ts';
import { parentOf, parentOfNew } from './lineage.ts';
import { withQuota } from './room.ts';

export type AnecdoteDependencies = CommandDependencies & {
  readonly guestJournal: GuestJournal;
  /** What journals of members may hold; without it there is no limit. */
  readonly quota?: JournalQuota | undefined;
  readonly anecdoteKeys: Pick<AnecdoteKeys, 'assign' | 'destroy'>;
  /** Runs the commands that connect anecdotes of one account one after the other. */
  readonly withLinkLock: LinkLock;
  /** True while an import into the journal of `account` is running or paused. */
  readonly isImporting: (account: AccountId) => Promise<boolean>;
};

const noParent: Parent = { status: 'missing' };

/**
 * Creates an anecdote. Its id is derived from the command and, where one command creates several, `index`: lists sort
 * anecdotes of the same time by id.
 */
export async function createAnecdote(
  deps: AnecdoteDependencies,
  metadata: CommandMetadata,
  fields: CreateAnecdote,
  index?: number,
): Promise<VersionedState<LiveAnecdote> & { id: AnecdoteId }> {
  const account = metadata.actor.account_id;
  const id = derivedId(`${metadata.commandId}/${index ?? 0}`, metadata.at, index) as AnecdoteId;
  const wanted = fields.connected_to;
  const emptiedAt = await deps.guestJournal.emptiedAt(account);
  const versioned = await withQuota(deps, account, (reserveRoom) =>
    handleCommand(deps, {
      ...targetOf(deps, id, metadata),
      command: { type: 'CreateAnecdote', fields },
      isNew: true,
      emptiedAt,
      async context(state) {
        const parent = wanted ? await parentOfNew({ ...deps, emptiedAt }, account, wanted) : noParent;
        // Refused for its missing parent; it needs no room.
        if (wanted && parent.status === 'missing') return contextOf(id, metadata, parent);
        return contextOf(id, metadata, parent, await reserveRoom(state, state.status === 'absent'));
      },
    }),
  );
  return { ...requireLive(versioned), id };
}

/** Creates the anecdote `id` from a post at `sourceAddress`; leaves it as it is if it exists already. */
export async function importAnecdote(
  deps: AnecdoteDependencies,
  metadata: CommandMetadata,
  id: AnecdoteId,
  fields: CreateAnecdote,
  sourceAddress: string,
): Promise<VersionedState<AnecdoteState>> {
  const account = metadata.actor.account_id;
  const emptiedAt = await deps.guestJournal.emptiedAt(account);
  return withQuota(deps, account, (reserveRoom) =>
    handleCommand(deps, {
      ...targetOf(deps, id, metadata),
      command: { type: 'ImportAnecdote', fields, sourceAddress },
      emptiedAt,
      context: async (state) => contextOf(id, metadata, noParent, await reserveRoom(state, state.status === 'absent')),
    }),
  );
}

/**
 * Creates the anecdote `id` from an entry in a file. Throws REVISION_CONFLICT when the stream of this id has events of
 * another command.
 */
export async function makeFromEntry(
  deps: AnecdoteDependencies,
  metadata: CommandMetadata,
  id: AnecdoteId,
  command: Extract<AnecdoteCommand, { type: 'ImportEntry' }>,
): Promise<VersionedState<AnecdoteState>> {
  const account = metadata.actor.account_id;
  return withQuota(deps, account, (reserveRoom) =>
    handleCommand(deps, {
      // Appended without a read: the log does not store the same events twice, and refuses if there are others.
      ...targetOf(deps, id, { ...metadata, repeated: false }),
      command,
      isNew: true,
      seenRevision: -1,
      async context(state) {
        // The trash of a member needs room for its bytes only; the limit of the guest counts all that is created.
        const isTrash = command.isDeleted && account !== deps.guestJournal.account;
        if (isTrash) await deps.quota?.requireRoom(account, 0);
        return contextOf(id, metadata, noParent, await reserveRoom(state, !isTrash && state.status === 'absent'));
      },
    }),
  );
}

/** A command on an anecdote that exists. */
export type AnecdoteChange = Exclude<AnecdoteCommand, { type: 'CreateAnecdote' | 'ImportAnecdote' | 'ImportEntry' }>;

/** Executes a command on an anecdote that exists. Throws the problem of a refusal, as `handleCommand` does. */
export async function changeAnecdote(
  deps: AnecdoteDependencies,
  id: AnecdoteId,
  command: AnecdoteChange,
  metadata: CommandMetadata,
  seenRevision?: number,
): Promise<VersionedState<AnecdoteState>> {
  const account = metadata.actor.account_id;
  const wanted = wantedParent(command);
  const emptiedAt = await deps.guestJournal.emptiedAt(account);
  const change = (append?: EventLog['append']) =>
    withQuota(deps, account, (reserveRoom) =>
      handleCommand(deps, {
        ...targetOf(deps, id, metadata),
        command,
        seenRevision,
        supersedes: changesAnecdote,
        emptiedAt,
        append,
        async context(state) {
          const parent =
            wanted !== null && changesParent(state, account, wanted)
              ? await parentOf({ ...deps, emptiedAt }, account, wanted, id)
              : noParent;
          const isRestoring = command.type === 'RestoreAnecdote' && state.status === 'deleted';
          return contextOf(id, metadata, parent, await reserveRoom(state, isRestoring));
        },
      }),
    );
  // Two connections made at the same time could together close a loop that neither of them sees.
  if (wanted === null) return change();
  return deps.withLinkLock(account, (checkHeld) =>
    change(async (append) => {
      await checkHeld();
      return deps.log.append(append);
    }),
  );
}

/** The result of a command that rewrites an anecdote; `bytes` is about how much it stored. */
export type Rewritten = { readonly isChanged: boolean; readonly position: Position; readonly bytes: number };

/** Executes a command that often has nothing to change. Throws as `changeAnecdote` does. */
export async function rewriteAnecdote(
  deps: AnecdoteDependencies,
  id: AnecdoteId,
  command: Extract<AnecdoteCommand, { type: 'ReplaceTag' | 'UndoChanges' }>,
  metadata: CommandMetadata,
): Promise<Rewritten> {
  // Stays true for a command that was executed before, because it is not decided again.
  let isChanged = true;
  const { state, position } = await handleCommand(deps, {
    ...targetOf(deps, id, metadata),
    command,
    emptiedAt: await deps.guestJournal.emptiedAt(metadata.actor.account_id),
    context(before) {
      const context = contextOf(id, metadata, noParent);
      const decision = anecdoteDecider.decide(command, before, context);
      isChanged = 'events' in decision && decision.events.length > 0;
      return context;
    },
  });
  const bytes = isChanged && state.status !== 'absent' ? Buffer.byteLength(JSON.stringify(state.content)) : 0;
  return { isChanged, position, bytes };
}

/** Throws ANECDOTE_NOT_FOUND for an invalid id. */
export function anecdoteIdOf(text: string): AnecdoteId {
  const id = AnecdoteId.safeParse(text);
  if (!id.success) throw new Problem('ANECDOTE_NOT_FOUND');
  return id.data;
}

/** The live anecdote after a command. Throws ANECDOTE_NOT_FOUND if it is not live. */
export function requireLive(versioned: VersionedState<AnecdoteState>): VersionedState<LiveAnecdote> {
  const { state, revision, position } = versioned;
  if (state.status !== 'live') throw new Problem('ANECDOTE_NOT_FOUND');
  return { state, revision, position };
}

function targetOf({ anecdoteKeys }: AnecdoteDependencies, id: AnecdoteId, metadata: CommandMetadata) {
  const subject = metadata.actor.account_id;
  const newKeyId = () => anecdoteKeys.assign(subject);
  return { decider: anecdoteDecider, stream: streams.anecdote(id), subject, metadata, newKeyId };
}

function contextOf(
  anecdote: AnecdoteId,
  metadata: CommandMetadata,
  parent: Parent,
  noRoom: NoRoom | null = null,
): AnecdoteContext {
  return {
    noRoom,
    anecdote,
    account: metadata.actor.account_id,
    now: metadata.at.toISOString(),
    restorableSince: new Date(metadata.at.getTime() - RESTORE_PERIOD_MS).toISOString(),
    parent,
  };
}

function wantedParent(command: AnecdoteCommand): AnecdoteId | null {
  if (command.type === 'LinkAnecdote') return command.parent;
  return command.type === 'EditAnecdote' ? (command.fields.connected_to ?? null) : null;
}

function changesParent(state: AnecdoteState, account: AccountId, wanted: AnecdoteId): boolean {
  return state.status === 'live' && state.owner === account && state.connectedTo !== wanted;
}
