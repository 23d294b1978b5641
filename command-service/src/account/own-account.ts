import { isProblem, type Position, Problem, type SessionId } from '@anecdotes/contracts';
import type { PersonPrincipal } from '@anecdotes/contracts/server/auth/authentication';
import { createPersonMetadata } from '../command-metadata.ts';
import { changeVault } from '../vault/change-vault.ts';
import { type AccountDependencies, loadAccount } from './commands.ts';
import { type Credential, findCredential } from './credentials.ts';
import { eraseFor } from './erasing.ts';
import type { LoggedIn, Visitor } from './log-in.ts';
import { refuseCommonPassword } from './password/common-passwords.ts';
import { replaceAccountPassword, wasJustReplacedBy } from './password/replaced-password.ts';
import { endSession, startSession } from './sessions.ts';

type PasswordChange = { readonly current: string; readonly next: string };

/**
 * Replaces the caller's password, ends all their other sessions and deactivates their API keys; does nothing if the same
 * change was made before. Throws WRONG_PASSWORD, RATE_LIMITED after too many wrong ones, VALIDATION_FAILED for a new one
 * that is common or the current one.
 */
export async function changePassword(
  deps: AccountDependencies,
  caller: PersonPrincipal,
  change: PasswordChange,
  visitor: Visitor,
): Promise<Position> {
  try {
    return await replaceOwnPassword(deps, caller, change, visitor);
  } catch (error) {
    const isWrong = isProblem(error, 'WRONG_PASSWORD');
    if (isWrong && (await wasJustReplacedBy(deps, caller.account, change.next))) return 0n;
    throw error;
  }
}

async function replaceOwnPassword(
  deps: AccountDependencies,
  { account, session }: PersonPrincipal,
  { current, next }: PasswordChange,
  visitor: Visitor,
): Promise<Position> {
  const state = await loadAccount(deps, account);
  if (state.status !== 'registered') throw new Problem('UNAUTHENTICATED');
  refuseCommonPassword(next, [state.username, state.email], 'new_password');
  const { since } = await checkPassword(deps, account, current, visitor);
  // Only after the check, so that the refusal says nothing about a guessed password.
  if (next === current) {
    const message = 'This is your current password';
    throw new Problem('VALIDATION_FAILED', { message, fields: { new_password: message } });
  }
  const passwordHash = await deps.passwords.hash(next);
  const metadata = createPersonMetadata(deps, account, visitor.requestId);
  const replacing = { by: 'change', since, kept: session } as const;
  const { position } = await changeVault(deps, metadata, (change) =>
    replaceAccountPassword(deps, change, { account, state, passwordHash, replacing }),
  );
  return position;
}

/**
 * Replaces the caller's session by a new one after checking the password, so that a token that was taken before does
 * not become as good as the password. Throws WRONG_PASSWORD, RATE_LIMITED after too many wrong ones.
 */
export async function confirmPassword(
  deps: AccountDependencies,
  { account, session }: PersonPrincipal,
  password: string,
  visitor: Visitor,
): Promise<LoggedIn> {
  const credential = await checkPassword(deps, account, password, visitor);
  const metadata = createPersonMetadata(deps, account, visitor.requestId);
  const { userAgent } = visitor;
  const { result, position } = await changeVault(deps, metadata, async (change) => {
    const { answer } = await startSession(deps, change, { account, credential, userAgent });
    await endSession(change, session, 'ended').catch((error: unknown) => {
      // The same call may have ended it before. With the password the person could also log in.
      if (!isProblem(error, 'SESSION_NOT_FOUND')) throw error;
    });
    return answer;
  });
  return { answer: result, at: metadata.at, position };
}

/** Ends a session of the caller for `reason`. Throws SESSION_NOT_FOUND. */
export async function endOwnSession(
  deps: AccountDependencies,
  { account }: PersonPrincipal,
  session: SessionId,
  reason: 'logged-out' | 'ended',
  requestId: string,
): Promise<Position> {
  const metadata = createPersonMetadata(deps, account, requestId);
  return (await changeVault(deps, metadata, (change) => endSession(change, session, reason))).position;
}

/**
 * Erases the caller's account: its sessions, API keys and names, and the key that opens its events, are deleted when
 * this returns. Does nothing if it is erased already: the caller's session may be cached for some seconds after that.
 * Throws WRONG_PASSWORD, RATE_LIMITED after too many wrong ones.
 */
export async function eraseAccount(
  deps: AccountDependencies,
  { account }: PersonPrincipal,
  password: string,
  visitor: Visitor,
): Promise<Position> {
  const isErased = async () => (await findCredential(deps.vault, account)) === undefined;
  if (await isErased()) return 0n;
  try {
    const { since } = await checkPassword(deps, account, password, visitor);
    const metadata = createPersonMetadata(deps, account, visitor.requestId);
    const position = await eraseFor(deps, metadata, account, { since });
    if (position === undefined) throw new Problem('WRONG_PASSWORD');
    return position;
  } catch (error) {
    // The same call may have erased it meanwhile.
    if (isProblem(error, 'WRONG_PASSWORD') && (await isErased())) return 0n;
    throw error;
  }
}

async function checkPassword(
  deps: AccountDependencies,
  account: PersonPrincipal['account'],
  password: string,
  { address }: Visitor,
): Promise<Credential> {
  // First, so that an attempt that is refused for this reason does not count as a wrong password.
  deps.passwords.assertNotBusy();
  await deps.loginThrottle.begin(account, address);
  const credential = await findCredential(deps.vault, account);
  const isRight = await deps.passwords.matches(password, credential?.passwordHash);
  if (!isRight || credential === undefined) throw new Problem('WRONG_PASSWORD');
  await deps.loginThrottle.succeed(account, address);
  return credential;
}
