import { streams } from '@anecdotes/contracts';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import { loadState } from '../load-state.ts';
import type { VaultDependencies } from '../vault/change-vault.ts';
import { apiKeyDecider } from './decider.ts';
import { findNamelessKeys, nameKey, removeKey } from './secrets.ts';

/**
 * Tells the vault the names of keys that were made before it held them, from the log. A key that the log does not know,
 * or knows as deleted, was left behind by a call that failed halfway: nobody has its secret, and it goes.
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
