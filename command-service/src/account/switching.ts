import { type AccountId, streams } from '@anecdotes/contracts';
import type { CommandMetadata } from '../handle-command.ts';
import { changeVault, type VaultDependencies } from '../vault/change-vault.ts';
import { switchAccount } from './credentials.ts';
import { recordEnds } from './sessions.ts';

/**
 * Disables `account` or enables it again. A disabled account has no sessions, nobody can log in to it, and its API keys
 * are refused. False when the account is in that state already.
 */
export async function setDisabled(
  deps: VaultDependencies,
  metadata: CommandMetadata,
  account: AccountId,
  isDisabled: boolean,
): Promise<boolean> {
  const { result } = await changeVault(deps, metadata, async (change) => {
    const ended = await switchAccount(change.tx, account, isDisabled);
    if (ended === undefined) return false;
    const type = isDisabled ? 'AccountDisabled' : 'AccountEnabled';
    change.record(streams.account(account), [{ type, data: { account }, at: metadata.at.toISOString() }]);
    recordEnds(change, ended, 'disabled');
    return true;
  });
  return result;
}
