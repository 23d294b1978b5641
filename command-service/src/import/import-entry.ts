import {
  type AccountId,
  type AnecdoteId,
  isProblem,
  type Position,
  Problem,
  RESTORE_PERIOD_MS,
  type StoredEvent,
  streams,
} from '@anecdotes/contracts';
import { type AnecdoteDependencies, changeAnecdote, makeFromEntry, type Rewritten } from '../anecdote/commands.ts';
import { anecdoteDecider } from '../anecdote/decider.ts';
import { undoChanges } from '../anecdote/undo.ts';
import type { CommandMetadata } from '../handle-command.ts';
import { loadState, type VersionedState } from '../load-state.ts';
import { idsOf } from './entry-ids.ts';
import type { ImportEntry } from './import-part.ts';

type Placed = ImportEntry & {
  readonly id: AnecdoteId;
  readonly connected_to: AnecdoteId | null;
  /** The position of the log before the import was started. */
  readonly started_after: Position;
};

/**
 * Creates the anecdote of an entry, or restores it from the trash; one that is live stays as it is. It gets the id of
 * the entry or, if that belongs to another account or was erased before the import was started, one that is derived from it.
 * What was erased since is not created again.
 */
export async function importEntry(
  deps: AnecdoteDependencies,
  metadata: CommandMetadata,
  { id: wanted, connected_to: parent, started_after, ...entry }: Placed,
): Promise<Rewritten> {
  const account = metadata.actor.account_id;
  const connected_to = parent === null ? null : await idInJournal(deps, metadata, parent, started_after);
  const fields = { ...entry.content, tags: [...entry.content.tags], connected_to };
  const isSameHere = entry.same_here;
  const isDeleted = entry.is_deleted;
  const unchanged: Rewritten = { isChanged: false, position: 0n, bytes: 0 };
  const changed = ({ position }: Pick<VersionedState<unknown>, 'position'>): Rewritten => {
    return { isChanged: true, position, bytes: Buffer.byteLength(JSON.stringify(fields)) };
  };
  for (const id of idsOf(account, wanted, metadata.commandId)) {
    try {
      return changed(await makeFromEntry(deps, metadata, id, { type: 'ImportEntry', fields, isSameHere, isDeleted }));
    } catch (error) {
      if (!isProblem(error, 'REVISION_CONFLICT')) throw error;
    }
    const { commandId } = metadata;
    const emptiedAt = await deps.guestJournal.emptiedAt(account);
    const found = await loadState(deps, anecdoteDecider, streams.anecdote(id), { commandId, emptiedAt });
    // Restored before, by a process that ended.
    if (found.isDone) return changed(found);
    const { state } = found;
    if (state.status === 'absent' && (await isErasedAfter(deps, account, id, started_after))) return unchanged;
    if (state.status === 'absent' || state.owner !== account) continue;
    if (state.status === 'live' || isDeleted) return unchanged;
    try {
      const { connected_to: _, ...content } = fields;
      return changed(await changeAnecdote(deps, id, { type: 'RestoreAnecdote', fields: content }, metadata));
    } catch (error) {
      if (!isProblem(error, 'RESTORE_PERIOD_OVER')) throw error;
    }
  }
  throw new Problem('IMPORT_UNREADABLE');
}

/**
 * Undoes what `operation`, an import or an undo of one, did with the entry of id `wanted`; `isChanged` is false if there
 * was nothing. `root` is the import itself.
 */
export async function undoEntry(
  deps: AnecdoteDependencies,
  metadata: CommandMetadata,
  wanted: AnecdoteId,
  { operation, root }: { readonly operation: string; readonly root: string },
): Promise<Rewritten> {
  const isOfOperation = ({ metadata }: StoredEvent) => metadata.operation?.id === operation;
  for (const id of idsOf(metadata.actor.account_id, wanted, root)) {
    try {
      const { isUndone, position } = await undoChanges(deps, id, isOfOperation, metadata);
      if (isUndone) return { isChanged: true, position, bytes: 0 };
    } catch (error) {
      if (!isProblem(error, 'ANECDOTE_NOT_FOUND')) throw error;
    }
  }
  return { isChanged: false, position: 0n, bytes: 0 };
}

/** The id that the entry of id `wanted` has in the journal, or will get when the same import comes to it. */
async function idInJournal(
  deps: AnecdoteDependencies,
  metadata: CommandMetadata,
  wanted: AnecdoteId,
  startedAfter: Position,
): Promise<AnecdoteId> {
  const account = metadata.actor.account_id;
  const emptiedAt = await deps.guestJournal.emptiedAt(account);
  const restorableSince = new Date(metadata.at.getTime() - RESTORE_PERIOD_MS).toISOString();
  for (const id of idsOf(account, wanted, metadata.commandId)) {
    const { state, revision } = await loadState(deps, anecdoteDecider, streams.anecdote(id), { emptiedAt });
    if (revision === -1) return id;
    if (state.status === 'absent' && (await isErasedAfter(deps, account, id, startedAfter))) return id;
    if (state.status === 'absent' || state.owner !== account) continue;
    if (state.status === 'live' || state.deletedAt >= restorableSince) return id;
  }
  return wanted;
}

/** True if `account` has erased the anecdote `id` after a position of the log. */
async function isErasedAfter(
  { log }: AnecdoteDependencies,
  account: AccountId,
  id: AnecdoteId,
  after: Position,
): Promise<boolean> {
  const events = await log.readStream(streams.anecdote(id));
  return events.some(
    ({ type, data, position }) => type === 'AnecdoteErased' && data.owner === account && position > after,
  );
}
