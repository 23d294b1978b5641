import type { AccountId, AnecdoteId, Position } from '@anecdotes/contracts';
import { streams } from '@anecdotes/contracts';
import type { CommandDependencies } from '../handle-command.ts';
import { loadState, type VersionedState } from '../load-state.ts';
import { type AnecdoteState, anecdoteDecider, type Parent } from './decider.ts';

type Reading = Pick<CommandDependencies, 'log' | 'keys' | 'states'> & {
  /** The position at which the journal was last emptied: earlier events are ignored. */
  readonly emptiedAt: Position;
};

type AncestorReading = Reading & {
  /** True while an import into the journal of `account` may still create anecdotes. */
  isImporting(account: AccountId): Promise<boolean>;
};

/** How many ancestors of a parent one decision reads at most; each costs the same, however often it was changed. */
const MAX_ANCESTORS = 1_000;

/** What a new anecdote must know about its parent. Ancestors are not needed: a new anecdote cannot close a loop. */
export async function parentOfNew(deps: Reading, account: AccountId, parent: AnecdoteId): Promise<Parent> {
  const { state } = await load(deps, parent);
  return isOwnLive(state, account) ? { status: 'live', ancestors: [] } : { status: 'missing' };
}

/**
 * What `child` must know about the parent that it is to be connected to: the ancestors of the parent, up to `child` if
 * it is among them. Deleted ones are followed, because they can be restored. An import may create an anecdote before the
 * one that it is connected to, whose own parent is not known until then.
 */
export async function parentOf(
  deps: AncestorReading,
  account: AccountId,
  parent: AnecdoteId,
  child: AnecdoteId,
): Promise<Parent> {
  let { state } = await load(deps, parent);
  if (!isOwnLive(state, account)) return { status: 'missing' };
  const ancestors = new Set<AnecdoteId>();
  while (state.status !== 'absent' && state.connectedTo !== null) {
    const next: AnecdoteId = state.connectedTo;
    if (ancestors.has(next)) break;
    if (ancestors.size === MAX_ANCESTORS) return { status: 'too far below' };
    ancestors.add(next);
    if (next === child) break;
    let found = await load(deps, next);
    if (found.revision === -1) {
      if (await deps.isImporting(account)) return { status: 'being imported' };
      // An import that has just ended may have created it.
      found = await load(deps, next);
    }
    state = found.state;
  }
  return { status: 'live', ancestors: [...ancestors] };
}

function load(deps: Reading, id: AnecdoteId): Promise<VersionedState<AnecdoteState>> {
  return loadState(deps, anecdoteDecider, streams.anecdote(id), { emptiedAt: deps.emptiedAt });
}

function isOwnLive(state: AnecdoteState, account: AccountId): boolean {
  return state.status === 'live' && state.owner === account;
}
