import type { AccountId, AnecdoteId, CreateAnecdote } from '@anecdotes/contracts';
import { Problem, RESTORE_PERIOD_MS, streams } from '@anecdotes/contracts';
import { derivedId } from '@anecdotes/contracts/server/crypto/identifiers';
import type { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import type { GuestJournal } from '../guest-journal/guest-journal.ts';
import { type Attribution, type CommandDependencies, handleCommand, type Located } from '../handle-command.ts';
import {
  type AnecdoteCommand,
  type AnecdoteContext,
  type AnecdoteState,
  anecdoteDecider,
  type LiveAnecdote,
  type Parent,
} from './decider.ts';
import { parentOf, parentOfNew } from './lineage.ts';

export type AnecdoteDependencies = CommandDependencies & {
  readonly guestJournal: GuestJournal;
  /** Makes the connections of one account one after the other. */
  readonly inTurn: KeyedMutex;
};

const noParent: Parent = { status: 'missing' };

/** Makes an anecdote; its id follows from the command and, where one command makes several, `index`. */
export async function createAnecdote(
  deps: AnecdoteDependencies,
  attribution: Attribution,
  fields: CreateAnecdote,
  index = 0,
): Promise<Located<LiveAnecdote> & { id: AnecdoteId }> {
  const account = attribution.actor.account_id;
  const id = derivedId(`${attribution.commandId}/${index}`, attribution.at) as AnecdoteId;
  const wanted = fields.connected_to;
  const emptiedAt = await deps.guestJournal.emptiedAt(account);
  const located = await handleCommand(deps, {
    ...aimedAt(id, attribution),
    command: { type: 'CreateAnecdote', fields },
    isNew: true,
    emptiedAt,
    async context(state) {
      const parent = wanted ? await parentOfNew({ ...deps, emptiedAt }, account, wanted) : noParent;
      const isInVain = wanted && parent.status === 'missing';
      return contextOf(id, attribution, parent, !isInVain && (await isFull(deps, account, state)));
    },
  });
  return { ...live(located), id };
}

/** Makes the anecdote `id` of what was written elsewhere, at `sourceAddress`; one that exists is left as it is. */
export async function importAnecdote(
  deps: AnecdoteDependencies,
  attribution: Attribution,
  id: AnecdoteId,
  fields: CreateAnecdote,
  sourceAddress: string,
): Promise<Located<AnecdoteState>> {
  const account = attribution.actor.account_id;
  return handleCommand(deps, {
    ...aimedAt(id, attribution),
    command: { type: 'ImportAnecdote', fields, sourceAddress },
    emptiedAt: await deps.guestJournal.emptiedAt(account),
    context: async (state) => contextOf(id, attribution, noParent, await isFull(deps, account, state)),
  });
}

/** Carries out commands on anecdotes that exist. */
export function createChanges(deps: AnecdoteDependencies) {
  return async (
    id: AnecdoteId,
    command: Exclude<AnecdoteCommand, { type: 'CreateAnecdote' | 'ImportAnecdote' }>,
    attribution: Attribution,
    seenRevision?: number,
  ): Promise<Located<AnecdoteState>> => {
    const account = attribution.actor.account_id;
    const wanted = wantedParent(command);
    const emptiedAt = await deps.guestJournal.emptiedAt(account);
    const change = () =>
      handleCommand(deps, {
        ...aimedAt(id, attribution),
        command,
        seenRevision,
        emptiedAt,
        context: async (state) =>
          contextOf(
            id,
            attribution,
            wanted !== null && changesParent(state, account, wanted)
              ? await parentOf({ ...deps, emptiedAt }, account, wanted, id)
              : noParent,
          ),
      });
    // Two connections made at once could close a loop that neither of them sees.
    return wanted === null ? change() : deps.inTurn(account, change);
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

/** Whether there is no place for one more anecdote; takes the place if there is. */
async function isFull(deps: AnecdoteDependencies, account: AccountId, state: AnecdoteState): Promise<boolean> {
  return state.status === 'absent' && !(await deps.guestJournal.takePlace(account));
}

function contextOf(anecdote: AnecdoteId, attribution: Attribution, parent: Parent, isFull = false): AnecdoteContext {
  return {
    isFull,
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
