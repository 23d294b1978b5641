import {
  type AnecdoteId,
  type Position,
  Problem,
  type ProblemCode,
  type StateField,
  type StoredEvent,
  streams,
} from '@anecdotes/contracts';
import { openEvents } from '@anecdotes/contracts/server/crypto/journal-codec';
import type { CommandMetadata } from '../handle-command.ts';
import { type AnecdoteDependencies, changeAnecdote } from './commands.ts';
import { type AnecdoteState, anecdoteDecider } from './decider.ts';
import { planUndo, type UndoPlan, type UndoStep } from './undo-plan.ts';

export type Undone = {
  readonly isUndone: boolean;
  /** Fields that stay as they are, because they were changed again or cannot be restored. */
  readonly conflicts: readonly StateField[];
  readonly position: Position;
};

const PAGE = 100;
/** How often undoing is tried when the anecdote is changed by other commands at the same time. */
const TRIES = 3;
const withoutParent: readonly ProblemCode[] = ['PARENT_NOT_FOUND', 'CONNECTION_LOOP', 'CHAIN_TOO_LONG'];

/**
 * Undoes the events of the anecdote `id` for which `isUndone` is true, and nothing that came after them. Throws
 * ANECDOTE_NOT_FOUND, RESTORE_PERIOD_OVER, REVISION_CONFLICT when other changes keep coming first.
 */
export async function undoChanges(
  deps: AnecdoteDependencies,
  id: AnecdoteId,
  isUndone: (event: StoredEvent) => boolean,
  metadata: CommandMetadata,
): Promise<Undone> {
  for (let attempt = 1; ; attempt += 1) {
    const { steps, revision, position } = await stepsOf(deps, id, isUndone, metadata);
    const plan = planUndo(steps);
    try {
      return { position, ...(await execute(deps, id, plan, metadata, revision)) };
    } catch (error) {
      if (!isProblem(error, ['REVISION_CONFLICT']) || attempt === TRIES) throw error;
    }
  }
}

async function execute(
  deps: AnecdoteDependencies,
  id: AnecdoteId,
  { command, conflicts }: UndoPlan,
  metadata: CommandMetadata,
  revision: number,
): Promise<Omit<Undone, 'position'> & { position?: Position }> {
  if (command === null) return { isUndone: false, conflicts };
  try {
    const { position } = await changeAnecdote(deps, id, command, metadata, revision);
    return { isUndone: true, conflicts, position };
  } catch (error) {
    if (command.type !== 'EditAnecdote' || !isProblem(error, withoutParent)) throw error;
    const { connected_to: _, ...fields } = command.fields;
    const rest = Object.keys(fields).length === 0 ? null : { type: command.type, fields };
    return execute(deps, id, { command: rest, conflicts: [...conflicts, 'connected_to'] }, metadata, revision);
  }
}

function isProblem(error: unknown, codes: readonly ProblemCode[]): boolean {
  return error instanceof Problem && codes.includes(error.code);
}

/** The anecdote before and after each event, up to the events of this very command if it was executed before. */
async function stepsOf(
  { log, keys, guestJournal }: AnecdoteDependencies,
  id: AnecdoteId,
  isUndone: (event: StoredEvent) => boolean,
  { commandId, actor }: CommandMetadata,
): Promise<{ steps: UndoStep[]; revision: number; position: Position }> {
  const emptiedAt = (await guestJournal.emptiedAt(actor.account_id)) ?? 0n;
  const steps: UndoStep[] = [];
  let state: AnecdoteState = anecdoteDecider.initial;
  let last: StoredEvent | undefined;
  for (let from = 0; ; from += PAGE) {
    const page = await log.readStream(streams.anecdote(id), { from, limit: PAGE });
    const own = page.findIndex(({ metadata }) => metadata.command_id === commandId);
    const events = (own < 0 ? page : page.slice(0, own)).filter(({ position }) => position > emptiedAt);
    for (const [index, opened] of (await openEvents(events, keys)).entries()) {
      if (opened instanceof Error) throw opened;
      const stored = events[index] as StoredEvent;
      const before = state;
      // The cast is safe, because the stream of an anecdote holds only events of anecdotes.
      const event = opened === 'erased' ? undefined : ({ ...opened, at: opened.metadata.at } as never);
      state = event === undefined ? anecdoteDecider.initial : anecdoteDecider.evolve(state, event);
      steps.push({ isUndone: isUndone(stored), before, after: state });
      last = stored;
    }
    if (own >= 0 || page.length < PAGE) break;
  }
  if (last === undefined || state.status === 'absent' || state.owner !== actor.account_id) {
    throw new Problem('ANECDOTE_NOT_FOUND');
  }
  return { steps, revision: last.revision, position: 0n };
}
