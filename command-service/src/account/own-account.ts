import { type Position, Problem } from '@anecdotes/contracts';
import type { PersonPrincipal } from '@anecdotes/contracts/server/auth/authentication';
import { deleteApiKeys } from '../api-key/commands.ts';
import { createCommandMetadata } from '../command-metadata.ts';
import { type AccountDependencies, changeAccount, loadAccount } from './commands.ts';
import { allowExpiry, type Credential, findCredential, forgetAccount } from './credentials.ts';
import type { Visitor } from './log-in.ts';
import { refuseCommonPassword } from './password/common-passwords.ts';
import { type PasswordReplaced, replaceAccountPassword } from './password/replaced-password.ts';
import { endSession, recordEnds } from './sessions.ts';

/**
 * Replaces the caller's password, ends all their other sessions and switches their API keys off. Throws
 * WRONG_PASSWORD, RATE_LIMITED after too many wrong ones, VALIDATION_FAILED for a common new one.
 */
export async function changePassword(
  deps: AccountDependencies,
  { account, session }: PersonPrincipal,
  { current, next }: { current: string; next: string },
  visitor: Visitor,
): Promise<PasswordReplaced> {
  const state = await loadAccount(deps, account);
  if (state.status !== 'registered') throw new Problem('UNAUTHENTICATED');
  refuseCommonPassword(next, [state.username, state.email], 'new_password');
  const { since } = await checkPassword(deps, account, current, visitor);
  const metadata = createCommandMetadata(deps, account, visitor.requestId);
  const passwordHash = await deps.passwords.hash(next);
  const { email } = state;
  return replaceAccountPassword(deps, metadata, {
    account,
    email,
    passwordHash,
    since,
    kept: session,
    by: 'change',
  });
}

/** Ends the caller's own session. */
export async function logOut(deps: AccountDependencies, caller: PersonPrincipal, requestId: string): Promise<Position> {
  return endSession(deps, createCommandMetadata(deps, caller.account, requestId), caller.session, 'logged-out');
}

/**
 * Erases the caller's account: records it, ends sessions and keys, and destroys the key that opens its events. Can be
 * repeated when it was interrupted. Throws WRONG_PASSWORD, RATE_LIMITED after too many wrong ones.
 */
export async function eraseAccount(
  deps: AccountDependencies,
  { account }: PersonPrincipal,
  password: string,
  visitor: Visitor,
): Promise<Position> {
  await checkPassword(deps, account, password, visitor);
  // Where this is interrupted, the next sweep goes on.
  await allowExpiry(deps.vault, account);
  const metadata = createCommandMetadata(deps, account, visitor.requestId);
  const { position } = await changeAccount(deps, metadata, account, { type: 'EraseAccount' });
  await deleteApiKeys(deps, metadata);
  const { rows } = await deps.vault.query<{ id: PersonPrincipal['session'] }>(
    'update vault.session set ended_at = now() where account = $1 and ended_at is null returning id',
    [account],
  );
  await recordEnds(
    deps,
    metadata,
    rows.map(({ id }) => id),
    'erased',
  );
  await forgetAccount(deps.vault, account);
  deps.keys.forget(account);
  return position;
}

async function checkPassword(
  deps: AccountDependencies,
  account: PersonPrincipal['account'],
  password: string,
  { address }: Visitor,
): Promise<Credential> {
  await deps.loginThrottle.begin(account, address);
  const credential = await findCredential(deps.vault, account);
  const isRight = await deps.passwords.matches(password, credential?.passwordHash);
  if (!isRight || credential === undefined) throw new Problem('WRONG_PASSWORD');
  await deps.loginThrottle.succeed(account, address);
  return credential;
}
