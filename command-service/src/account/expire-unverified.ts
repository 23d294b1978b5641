import { createCommandMetadata } from '../command-metadata.ts';
import { type AccountDependencies, changeAccount } from './commands.ts';
import { findUnverifiedAccounts, forgetAccount, markVerified } from './credentials.ts';

/** How long a name and an address stay reserved for who does not verify the address. */
const DAYS = 7;

/**
 * Erases accounts that nobody verified, so that their names and addresses are free again, and finishes erasures that
 * were interrupted. What is interrupted here goes on the next time, since the credential is forgotten last.
 */
export async function eraseUnverifiedAccounts(deps: AccountDependencies): Promise<void> {
  for (const account of await findUnverifiedAccounts(deps.vault, DAYS)) {
    const { state } = await changeAccount(deps, createCommandMetadata(deps, account), account, {
      type: 'LapseAccount',
    });
    if (state.status === 'registered') {
      // Verified since it was looked for, or its erasure was never recorded.
      await markVerified(deps.vault, account);
    } else {
      await forgetAccount(deps.vault, account);
      deps.keys.forget(account);
    }
  }
}
