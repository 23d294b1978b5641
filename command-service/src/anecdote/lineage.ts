import type { AccountId, AnecdoteId, Position } from '@anecdotes/contracts';
import { streams } from '@anecdotes/contracts';
import type { CommandDependencies } from '../handle-command.ts';
import { loadState } from '../load-state.ts';
import { type AnecdoteState, anecdoteDecider, type Parent } from './decider.ts';

type Reading = Pick<CommandDependencies, 'log' | 'keys' | 'states'> & {
  /** The position at which the journal was last emptied: earlier events are ignored. */
  readonly emptiedAt: Position;
};

/** How many ancestors of a parent one decision reads at most; each costs the same, however often it was changed. */
const MAX_ANCESTORS = 1_000;

/** What a new anecdote must know about its parent. Ancestors are not needed: a new anecdote cannot close a loop. */
export async function parentOfNew(deps: Reading, account: AccountId, parent: AnecdoteId): Promise<Parent> {
  const state = await load(deps, parent);
  return isOwnLive(state, account) ? { status: 'live', ancestors: [] } : { status: 'missing' };
}

/**
 * What `child` must know about the parent that it is to be connected to: the ancestors of the parent, up to `child` if
 * it is among them. Deleted ones are followed, because they can be restored.
 */
export async function parentOf(
  deps: Reading,
  account: AccountId,
  parent: AnecdoteId,
  child: AnecdoteId,
): Promise<Parent> {
  let state = await load(deps, parent);
  if (!isOwnLive(state, account)) return { status: 'missing' };
  const ancestors = new Set<AnecdoteId>();
  while (state.status !== 'absent' && state.connectedTo !== null) {
    const next: AnecdoteId = state.connectedTo;
    if (ancestors.has(next)) break;
    if (ancestors.size === MAX_ANCESTORS) return { status: 'too far below' };
    ancestors.add(next);
    if (next === child) break;
    state = await load(deps, next);
  }
  return { status: 'live', ancestors: [...ancestors] };
}

async function load(deps: Reading, id: AnecdoteId): Promise<AnecdoteState> {
  const { state } = await loadState(deps, anecdoteDecider, streams.anecdote(id), { emptiedAt: deps.emptiedAt });
  return state;
}

function isOwnLive(state: AnecdoteState, account: AccountId): boolean {
  return state.status === 'live' && state.owner === account;
}
