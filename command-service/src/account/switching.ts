import { type AccountId, streams } from '@anecdotes/contracts';
import type { CommandMetadata } from '../handle-command.ts';
import { changeVault } from '../vault/change-vault.ts';
import { type AccountDependencies, decideAccount, loadAccount } from './commands.ts';
import { switchAccount } from './credentials.ts';
import { recordEnds } from './sessions.ts';

type Dependencies = Pick<AccountDependencies, 'log' | 'keys' | 'vault'>;

/**
 * Disables `account` or enables it again. A disabled account has no sessions, nobody can log in to it, and its API keys
 * are refused. Does nothing when the account is in that state already.
 */
export async function setDisabled(
  deps: Dependencies,
  metadata: CommandMetadata,
  account: AccountId,
  isDisabled: boolean,
): Promise<void> {
  const state = await loadAccount(deps, account);
  await changeVault(deps, metadata, async (change) => {
    const ended = await switchAccount(change.tx, account, isDisabled);
    if (ended === undefined) return;
    const command = { type: isDisabled ? 'DisableAccount' : 'EnableAccount' } as const;
    change.record(streams.account(account), decideAccount(state, command, metadata));
    recordEnds(change, ended, 'disabled');
  });
}
