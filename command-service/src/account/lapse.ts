import { attribute } from '../attribution.ts';
import { type AccountDependencies, changeAccount } from './commands.ts';
import { forgetAccount, takeLapsedCredentials } from './credentials.ts';

/** How long a name and an address stay reserved for who does not verify the address. */
const DAYS = 7;

/** Erases accounts that nobody verified; their names and addresses are free again. */
export async function eraseLapsedAccounts(deps: AccountDependencies): Promise<void> {
  for (const account of await takeLapsedCredentials(deps.vault, DAYS)) {
    await changeAccount(deps, attribute(deps, account), account, { type: 'EraseAccount' });
    await forgetAccount(deps.vault, account);
    deps.keys.forget(account);
  }
}
