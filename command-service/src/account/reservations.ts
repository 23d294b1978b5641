import { type AccountId, streams } from '@anecdotes/contracts';
import { type CommandMetadata, handleCommand } from '../handle-command.ts';
import { loadState } from '../load-state.ts';
import type { BlindIndexes } from './blind-index.ts';
import type { AccountDependencies } from './commands.ts';
import { accountExists } from './credentials.ts';
import { emailDecider, type ReservationState, usernameDecider } from './decider.ts';

/** A username or an e-mail address; each belongs to one account at a time. */
export type Name = { readonly kind: keyof BlindIndexes; readonly name: string };

type Dependencies = Pick<AccountDependencies, 'log' | 'keys' | 'clock' | 'newId' | 'blindIndexes' | 'vault'>;

const deciders = { username: usernameDecider, email: emailDecider };

/** Reserves a name for `account` unless another account has it; returns who has it now. */
export async function reserve(
  deps: Dependencies,
  metadata: CommandMetadata,
  account: AccountId,
  wanted: Name,
  isGone = async (holder: AccountId) => !(await accountExists(deps.vault, holder)),
): Promise<AccountId> {
  const { state } = await handleCommand(deps, {
    decider: deciders[wanted.kind],
    stream: streamOf(deps, wanted),
    subject: account,
    command: { account },
    metadata,
    context: async (reservation: ReservationState) => ({
      now: metadata.at.toISOString(),
      isHolderGone: reservation.status === 'taken' && (await isGone(reservation.account)),
    }),
  });
  return state.status === 'taken' ? state.account : account;
}

/** The account that has a name, or null. */
export async function holderOf(deps: Dependencies, name: Name): Promise<AccountId | null> {
  const { state } = await loadState(deps, deciders[name.kind], streamOf(deps, name));
  return state.status === 'taken' ? state.account : null;
}

function streamOf({ blindIndexes }: Dependencies, { kind, name }: Name): string {
  return streams[kind](blindIndexes[kind](name));
}
