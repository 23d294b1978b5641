import { streams } from '@anecdotes/contracts';
import { recordDeletions } from '../api-key/commands.ts';
import { createCommandMetadata } from '../command-metadata.ts';
import { changeVault } from '../vault/change-vault.ts';
import { type AccountDependencies, decideAccount, loadAccount } from './commands.ts';
import { findUnverifiedAccounts, forgetAccount, markVerified } from './credentials.ts';
import { recordEnds } from './sessions.ts';

/** How long a name and an address stay reserved for an account that is not verified. */
const DAYS = 7;

/** Erases accounts that nobody verified, so that their names and addresses are free again. */
export async function eraseUnverifiedAccounts(deps: AccountDependencies): Promise<void> {
  for (const account of await findUnverifiedAccounts(deps.vault, DAYS)) {
    const state = await loadAccount(deps, account);
    if (state.status === 'registered' && state.isVerified) {
      await markVerified(deps.vault, account);
      continue;
    }
    const metadata = createCommandMetadata(deps, account);
    await changeVault(deps, metadata, async (change) => {
      const forgotten = await forgetAccount(change.tx, account, { unverifiedDays: DAYS });
      // It was verified in the meantime.
      if (forgotten === undefined) return;
      change.record(streams.account(account), decideAccount(state, { type: 'LapseAccount' }, metadata));
      recordDeletions(change, forgotten.keys);
      recordEnds(change, forgotten.sessions, 'erased');
    });
    deps.keys.forget(account);
  }
}
