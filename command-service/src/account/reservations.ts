import { type AccountId, streams } from '@anecdotes/contracts';
import { type Attribution, handleCommand, loadState } from '../handle-command.ts';
import type { Marks } from './blind-index.ts';
import type { AccountDependencies } from './commands.ts';
import { isAccount } from './credentials.ts';
import { emailDecider, type ReservationState, usernameDecider } from './decider.ts';

/** A username or an e-mail address; each belongs to one account at a time. */
export type Name = { readonly kind: keyof Marks; readonly name: string };

type Dependencies = Pick<AccountDependencies, 'log' | 'keys' | 'clock' | 'newId' | 'marks' | 'vault'>;

const deciders = { username: usernameDecider, email: emailDecider };

/** Reserves a name for `account` unless another account has it; answers who has it now. */
export async function reserve(
  deps: Dependencies,
  attribution: Attribution,
  account: AccountId,
  wanted: Name,
  isGone = async (holder: AccountId) => !(await isAccount(deps.vault, holder)),
): Promise<AccountId> {
  const { state } = await handleCommand(deps, {
    decider: deciders[wanted.kind],
    stream: streamOf(deps, wanted),
    subject: account,
    command: { account },
    attribution,
    context: async (reservation: ReservationState) => ({
      now: attribution.at.toISOString(),
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

function streamOf({ marks }: Dependencies, { kind, name }: Name): string {
  return streams[kind](marks[kind](name));
}
