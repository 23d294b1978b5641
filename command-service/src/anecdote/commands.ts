import type { AccountId, AnecdoteId, CreateAnecdote } from '@anecdotes/contracts';
import { Problem, streams } from '@anecdotes/contracts';
import { derivedId } from '@anecdotes/contracts/server/identifiers';
import { type Attribution, type CommandDependencies, handleCommand, type Located } from '../handle-command.ts';
import { createKeyedMutex } from '../keyed-mutex.ts';
import {
  type AnecdoteCommand,
  type AnecdoteContext,
  type AnecdoteState,
  anecdoteDecider,
  type LiveAnecdote,
  type Parent,
  RESTORE_PERIOD_MS,
} from './decider.ts';
import { parentOf, parentOfNew } from './lineage.ts';

const noParent: Parent = { status: 'missing' };

/** Makes an anecdote; its id follows from the command and, where one command makes several, `index`. */
export async function createAnecdote(
  deps: CommandDependencies,
  attribution: Attribution,
  fields: CreateAnecdote,
  index = 0,
): Promise<Located<LiveAnecdote> & { id: AnecdoteId }> {
  const account = attribution.actor.account_id;
  const id = derivedId(`${attribution.commandId}/${index}`, attribution.at) as AnecdoteId;
  const parent = fields.connected_to;
  const located = await handleCommand(deps, {
    ...aimedAt(id, attribution),
    command: { type: 'CreateAnecdote', fields },
    isNew: true,
    context: async () => contextOf(id, attribution, parent ? await parentOfNew(deps, account, parent) : noParent),
  });
  return { ...live(located), id };
}

/** Carries out commands on anecdotes that exist. */
export function createChanges(deps: CommandDependencies) {
  const linking = createKeyedMutex();

  return async (
    id: AnecdoteId,
    command: Exclude<AnecdoteCommand, { type: 'CreateAnecdote' }>,
    attribution: Attribution,
    seenRevision?: number,
  ): Promise<Located<AnecdoteState>> => {
    const account = attribution.actor.account_id;
    const wanted = wantedParent(command);
    const change = () =>
      handleCommand(deps, {
        ...aimedAt(id, attribution),
        command,
        seenRevision,
        context: async (state) =>
          contextOf(
            id,
            attribution,
            wanted !== null && changesParent(state, account, wanted)
              ? await parentOf(deps, account, wanted, id)
              : noParent,
          ),
      });
    // Two connections made at once could close a loop that neither of them sees.
    return wanted === null ? change() : linking(account, change);
  };
}

/** The anecdote that a command left live. */
export function live(located: Located<AnecdoteState>): Located<LiveAnecdote> {
  const { state, revision, position } = located;
  if (state.status !== 'live') throw new Problem('ANECDOTE_NOT_FOUND');
  return { state, revision, position };
}

function aimedAt(id: AnecdoteId, attribution: Attribution) {
  const subject = attribution.actor.account_id;
  return { decider: anecdoteDecider, stream: streams.anecdote(id), subject, attribution };
}

function contextOf(anecdote: AnecdoteId, attribution: Attribution, parent: Parent): AnecdoteContext {
  return {
    anecdote,
    account: attribution.actor.account_id,
    now: attribution.at.toISOString(),
    restorableSince: new Date(attribution.at.getTime() - RESTORE_PERIOD_MS).toISOString(),
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
