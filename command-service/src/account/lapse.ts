import { attribute } from '../attribution.ts';
import { type AccountDependencies, changeAccount } from './commands.ts';
import { findLapsedAccounts, forgetAccount } from './credentials.ts';

/** How long a name and an address stay reserved for who does not verify the address. */
const DAYS = 7;

/**
 * Erases accounts that nobody verified; their names and addresses are free again. What is interrupted goes on the next
 * time, since the credential is forgotten last.
 */
export async function eraseLapsedAccounts(deps: AccountDependencies): Promise<void> {
  for (const account of await findLapsedAccounts(deps.vault, DAYS)) {
    const { state } = await changeAccount(deps, attribute(deps, account), account, { type: 'LapseAccount' });
    // Verified since it was looked for.
    if (state.status === 'registered') continue;
    await forgetAccount(deps.vault, account);
    deps.keys.forget(account);
  }
}
