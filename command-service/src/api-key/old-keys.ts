import { streams } from '@anecdotes/contracts';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import { loadState } from '../load-state.ts';
import type { VaultDependencies } from '../vault/change-vault.ts';
import { apiKeyDecider } from './decider.ts';
import { findNamelessKeys, nameKey, removeKey } from './secrets.ts';

/**
 * Copies into the vault, from the log, the names of keys that were created before it stored names. A key that is not in
 * the log, or deleted there, was left behind by a call that failed halfway: nobody has its secret, so it is removed.
 */
export async function nameOldKeys(deps: VaultDependencies): Promise<void> {
  for (let found = await findNamelessKeys(deps.vault); found.length > 0; found = await findNamelessKeys(deps.vault)) {
    for (const { id, account } of found) {
      const { state } = await loadState(deps, apiKeyDecider, streams.apiKey(id));
      if (state.status === 'active' || state.status === 'inactive') await nameKey(deps.keys, deps.vault, id, state);
      else await inTransaction(deps.vault, (tx) => removeKey(tx, account, id));
    }
  }
}
