import { type AccountId, type LogIn, type LogInAnswer, type Position, Problem } from '@anecdotes/contracts';
import { addressOf } from '@anecdotes/contracts/server/http/rate-limit';
import type { FastifyRequest } from 'fastify';
import { createPersonMetadata } from '../command-metadata.ts';
import { changeVault } from '../vault/change-vault.ts';
import { GUEST_USERNAME } from './blind-index.ts';
import { type AccountDependencies, loadAccount } from './commands.ts';
import { type Credential, countLoginAttempt, findCredential, rehash, resetLoginFailures } from './credentials.ts';
import { recordMails } from './recorded-mails.ts';
import { holderOf, type Name } from './reservations.ts';
import { startSession } from './sessions.ts';

/** Where a log-in comes from. */
export type Visitor = { readonly requestId: string; readonly address: string; readonly userAgent: string | undefined };

/** Where a request comes from. */
export function visitorOf(request: FastifyRequest): Visitor {
  return { requestId: request.id, address: addressOf(request), userAgent: request.headers['user-agent'] };
}

export type LoggedIn = { answer: LogInAnswer; at: Date; position: Position };

/** After this many wrong passwords in a row even the right one is refused, until the password is replaced. */
const MAX_FAILURES = 100;

/**
 * Checks the credentials and starts a session. Throws LOGIN_FAILED, always after the same work, for an unknown name, a
 * wrong password, an account with too many failures, and an e-mail address that is not verified: somebody who registers
 * with the address of an existing account gets an account that this address does not lead to, and must not notice that.
 * For a right password throws ACCOUNT_DISABLED if the operator disabled the account, and EMAIL_NOT_VERIFIED for the
 * username of an account that is not verified. Throws RATE_LIMITED while somebody is guessing the password of this
 * account, and UNAVAILABLE, before the account is looked up, when too many others wait.
 */
export async function logIn(
  deps: AccountDependencies,
  { username, password }: LogIn,
  visitor: Visitor,
): Promise<LoggedIn> {
  const name: Name = { kind: username.includes('@') ? 'email' : 'username', name: username };
  const nameIndex = deps.blindIndexes[name.kind](name.name);
  // The guest's password is public: a throttle would only let people lock each other out.
  const isGuarded = nameIndex !== deps.blindIndexes.username(GUEST_USERNAME);
  if (isGuarded) await deps.loginThrottle.begin(nameIndex, visitor.address);
  const { account, credential, isRight, failures } = await deps.passwords.runQueued(async (matches) => {
    const account = await holderOf(deps, name);
    const credential = await findCredential(deps.vault, account);
    // Counted before the result is known, so that parallel guesses are limited too. This is faster than the hash.
    const [isRight, failures] = await Promise.all([
      matches(password, credential?.passwordHash),
      countLoginAttempt(deps.vault, account),
    ]);
    return { account, credential, isRight, failures };
  });
  if (!isRight || account === null || credential === undefined || failures > MAX_FAILURES) {
    throw new Problem('LOGIN_FAILED');
  }
  if (name.kind === 'email' && !credential.isVerified) throw new Problem('LOGIN_FAILED');
  await resetLoginFailures(deps.vault, account);
  if (isGuarded) await deps.loginThrottle.succeed(nameIndex, visitor.address);

  if (credential.isDisabled) throw disabled(credential);
  const state = await loadAccount(deps, account);
  if (state.status !== 'registered' || !state.isVerified) throw new Problem('EMAIL_NOT_VERIFIED');
  if (deps.passwords.isOutdated(credential.passwordHash)) await upgradeHash(deps, account, credential, password);

  const metadata = createPersonMetadata(deps, account, visitor.requestId);
  const { userAgent } = visitor;
  const { result, position } = await changeVault(deps, metadata, async (change) => {
    const { answer, isNewDevice } = await startSession(deps, change, { account, credential, userAgent });
    await recordMails(deps, change, state);
    if (isNewDevice && state.email !== null) {
      await deps.outbox.enqueueWith(change, { account, campaign: 'new-session', to: state.email });
    }
    return answer;
  });
  return { answer: result, at: metadata.at, position };
}

function disabled({ role }: Credential): Problem {
  if (role === 'member') return new Problem('ACCOUNT_DISABLED');
  return new Problem('ACCOUNT_DISABLED', { message: 'The guest account is turned off on this server.' });
}

/** Hashes the password again with the current, higher cost. If too many wait for hashing, a later log-in does it. */
async function upgradeHash(
  deps: AccountDependencies,
  account: AccountId,
  { passwordHash }: Credential,
  password: string,
): Promise<void> {
  try {
    await rehash(deps.vault, account, passwordHash, await deps.passwords.hash(password));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}
