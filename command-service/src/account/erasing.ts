import { type AccountId, type Position, streams } from '@anecdotes/contracts';
import { recordDeletions } from '../api-key/commands.ts';
import type { CommandMetadata } from '../handle-command.ts';
import { changeVault } from '../vault/change-vault.ts';
import { type AccountDependencies, decideAccount, loadAccount } from './commands.ts';
import { forgetAccount } from './credentials.ts';
import { recordEnds } from './sessions.ts';

/**
 * Erases `account` as the acting command wants it, if it is as `condition` says: its sessions, keys and names, and the
 * key that opens its events, are gone when this returns. Undefined when there is no such account, or it is otherwise.
 */
export async function eraseFor(
  deps: Pick<AccountDependencies, 'log' | 'keys' | 'vault'>,
  metadata: CommandMetadata,
  account: AccountId,
  condition: Parameters<typeof forgetAccount>[2],
): Promise<Position | undefined> {
  const state = await loadAccount(deps, account);
  const { result, position } = await changeVault(deps, metadata, async (change) => {
    // Refused before anything is forgotten.
    const events = decideAccount(state, { type: 'EraseAccount' }, metadata);
    const forgotten = await forgetAccount(change.tx, account, condition);
    if (forgotten === undefined) return 'not erased';
    change.record(streams.account(account), events);
    recordDeletions(change, forgotten.keys);
    recordEnds(change, forgotten.sessions, 'erased');
    return 'erased';
  });
  if (result === 'not erased') return undefined;
  deps.keys.forget(account);
  return position;
}
