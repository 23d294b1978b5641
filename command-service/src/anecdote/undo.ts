import {
  type AnecdoteId,
  isProblem,
  type Position,
  Problem,
  type ProblemCode,
  type StateField,
  type StoredEvent,
} from '@anecdotes/contracts';
import type { CommandMetadata } from '../handle-command.ts';
import { type AnecdoteDependencies, changeAnecdote } from './commands.ts';
import { statesOf } from './states.ts';
import { planUndo, type UndoPlan, type UndoStep } from './undo-plan.ts';

export type Undone = {
  readonly isUndone: boolean;
  /** Fields that stay as they are, because they were changed again or cannot be restored. */
  readonly conflicts: readonly StateField[];
  readonly position: Position;
};

/** How often undoing is tried when the anecdote is changed by other commands at the same time. */
const TRIES = 3;
const withoutParent: readonly ProblemCode[] = ['PARENT_NOT_FOUND', 'CONNECTION_LOOP', 'CHAIN_TOO_LONG'];

/**
 * Undoes the events of the anecdote `id` for which `isUndone` is true, and nothing that came after them. Throws
 * ANECDOTE_NOT_FOUND, RESTORE_PERIOD_OVER, REVISION_CONFLICT when other changes keep coming first, OPERATION_RUNNING
 * when a connection that it restores could close a loop with what is being imported.
 */
export async function undoChanges(
  deps: AnecdoteDependencies,
  id: AnecdoteId,
  isUndone: (event: StoredEvent) => boolean,
  metadata: CommandMetadata,
): Promise<Undone> {
  for (let attempt = 1; ; attempt += 1) {
    const { steps, revision } = await stepsOf(deps, id, isUndone, metadata);
    try {
      return await execute(deps, id, planUndo(steps), metadata, revision);
    } catch (error) {
      if (!isProblem(error, 'REVISION_CONFLICT') || attempt === TRIES) throw error;
    }
  }
}

async function execute(
  deps: AnecdoteDependencies,
  id: AnecdoteId,
  { command, conflicts }: UndoPlan,
  metadata: CommandMetadata,
  revision: number,
): Promise<Undone> {
  if (command === null) return { isUndone: false, conflicts, position: 0n };
  try {
    const { position } = await changeAnecdote(deps, id, command, metadata, revision);
    return { isUndone: true, conflicts, position };
  } catch (error) {
    if (command.type !== 'EditAnecdote' || !isProblem(error, ...withoutParent)) throw error;
    const { connected_to: _, ...fields } = command.fields;
    const rest = Object.keys(fields).length === 0 ? null : { type: command.type, fields };
    return execute(deps, id, { command: rest, conflicts: [...conflicts, 'connected_to'] }, metadata, revision);
  }
}

/** The anecdote before and after each event, up to the events of this very command if it was executed before. */
async function stepsOf(
  deps: AnecdoteDependencies,
  id: AnecdoteId,
  isUndone: (event: StoredEvent) => boolean,
  { commandId, actor }: CommandMetadata,
): Promise<{ steps: UndoStep[]; revision: number }> {
  const emptiedAt = await deps.guestJournal.emptiedAt(actor.account_id);
  const steps: UndoStep[] = [];
  let revision = -1;
  for await (const { event, before, after } of statesOf(deps, id, emptiedAt)) {
    if (event.metadata.command_id === commandId) break;
    steps.push({ isUndone: isUndone(event), before, after });
    ({ revision } = event);
  }
  const now = steps.at(-1)?.after;
  if (now === undefined || now.status === 'absent' || now.owner !== actor.account_id) {
    throw new Problem('ANECDOTE_NOT_FOUND');
  }
  return { steps, revision };
}
