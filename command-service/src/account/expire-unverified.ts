import type { AccountId } from '@anecdotes/contracts';
import { createSystemMetadata } from '../command-metadata.ts';
import { tryAll } from '../try-all.ts';
import { type AccountDependencies, loadAccount } from './commands.ts';
import { findUnverifiedAccounts, markVerified } from './credentials.ts';
import { eraseFor } from './erasing.ts';

/** How long a name and an address stay reserved for an account that is not verified. */
const DAYS = 7;

/**
 * Erases accounts that nobody verified, so that their names and addresses are free again. Throws the first error, after
 * it has tried all of them.
 */
export async function eraseUnverifiedAccounts(deps: AccountDependencies): Promise<void> {
  await tryAll(await findUnverifiedAccounts(deps.vault, DAYS), (account) => lapse(deps, account));
}

async function lapse(deps: AccountDependencies, account: AccountId): Promise<void> {
  const state = await loadAccount(deps, account);
  if (state.status === 'registered' && state.isVerified) await markVerified(deps.vault, account);
  // Unless it was verified in the meantime.
  else await eraseFor(deps, createSystemMetadata(deps, account), account, { unverifiedDays: DAYS }, 'LapseAccount');
}
