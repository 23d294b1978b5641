import { type AccountId, type Position, streams } from '@anecdotes/contracts';
import { recordKeys } from '../api-key/commands.ts';
import type { CommandMetadata } from '../handle-command.ts';
import { changeVault } from '../vault/change-vault.ts';
import { type AccountDependencies, decideAccount, loadAccount } from './commands.ts';
import { forgetAccount } from './credentials.ts';
import { recordEnds } from './sessions.ts';

/**
 * Erases `account` on behalf of the command of `metadata`, if `condition` holds: its sessions, API keys and names, and
 * the key that opens its events, are deleted when this returns. Undefined when there is no such account, or `condition`
 * does not hold. `type` says why: the owner or the operator wants it, or nobody verified the account.
 */
export async function eraseFor(
  deps: Pick<AccountDependencies, 'log' | 'keys' | 'vault'>,
  metadata: CommandMetadata,
  account: AccountId,
  condition: Parameters<typeof forgetAccount>[2],
  type: 'EraseAccount' | 'LapseAccount' = 'EraseAccount',
): Promise<Position | undefined> {
  const state = await loadAccount(deps, account);
  const { result, position } = await changeVault(deps, metadata, async (change) => {
    // First, so that a refusal comes before anything is deleted.
    const events = decideAccount(state, { type }, metadata);
    const forgotten = await forgetAccount(change.tx, account, condition);
    if (forgotten === undefined) return 'not erased';
    change.record(streams.account(account), events);
    recordKeys(change, forgotten.keys, 'ApiKeyDeleted');
    recordEnds(change, forgotten.sessions, 'erased');
    return 'erased';
  });
  if (result === 'not erased') return undefined;
  deps.keys.forget(account);
  return position;
}
