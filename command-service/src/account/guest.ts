import { type AccountId, streams } from '@anecdotes/contracts';
import { createSystemMetadata } from '../command-metadata.ts';
import { changeVault } from '../vault/change-vault.ts';
import { appendPending } from '../vault/pending-events.ts';
import { GUEST_USERNAME } from './blind-index.ts';
import type { AccountDependencies } from './commands.ts';
import { findCredential, replacePassword } from './credentials.ts';
import { makeAccount } from './new-account.ts';
import { holderOf } from './reservations.ts';
import { recordEnds } from './sessions.ts';
import { setDisabled } from './switching.ts';

type Dependencies = Pick<
  AccountDependencies,
  'log' | 'keys' | 'clock' | 'newId' | 'vault' | 'passwords' | 'blindIndexes'
>;

/**
 * Creates the guest account if there is none, gives it `password` if it has another, and enables or disables it
 * according to `isOn`. Any number of processes may do so at once; all return the same account.
 */
export async function ensureGuest(deps: Dependencies, password: string, isOn: boolean): Promise<AccountId> {
  const account =
    (await holderOf(deps, { kind: 'username', name: GUEST_USERNAME })) ?? (await makeGuest(deps, password));
  // Appends events that a process left pending because it was killed here.
  await appendPending(deps, streams.account(account));
  await ensurePassword(deps, account, password);
  await setDisabled(deps, createSystemMetadata(deps, account), account, !isOn);
  return account;
}

async function makeGuest(deps: Dependencies, password: string): Promise<AccountId> {
  const account = deps.newId() as AccountId;
  const passwordHash = await deps.passwords.hash(password);
  const profile = { account, role: 'guest', username: GUEST_USERNAME, email: null, full_name: 'Guest' } as const;
  const metadata = createSystemMetadata(deps, account);
  const made = await makeAccount(deps, metadata, { ...profile, passwordHash }, async () => account);
  return 'holder' in made ? made.holder : account;
}

async function ensurePassword(deps: Dependencies, account: AccountId, password: string): Promise<void> {
  const credential = await findCredential(deps.vault, account);
  if (credential === undefined || (await deps.passwords.matches(password, credential.passwordHash))) return;
  const passwordHash = await deps.passwords.hash(password);
  await changeVault(deps, createSystemMetadata(deps, account), async (change) => {
    const { sessions } = await replacePassword(change.tx, account, passwordHash, { by: 'setting' });
    recordEnds(change, sessions, 'password-changed');
  });
}
