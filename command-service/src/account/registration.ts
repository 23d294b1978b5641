import { type AccountId, type Position, Problem, type Register } from '@anecdotes/contracts';
import { createCommandMetadata } from '../command-metadata.ts';
import { type AccountDependencies, changeAccount, loadAccount } from './commands.ts';
import { addCredential, findCredential, forgetAccount } from './credentials.ts';
import { verificationToken } from './one-time-tokens.ts';
import { refuseCommonPassword } from './password/common-passwords.ts';
import { reserve } from './reservations.ts';

export type Registered = { readonly at: Date; readonly position: Position };

/**
 * Registers an account that is to be verified by mail. Throws USERNAME_TAKEN, VALIDATION_FAILED for a common password.
 *
 * Where the e-mail address belongs to somebody already, an account comes into being all the same, without a way to
 * verify it: name, answer and log-in are then like those of any new account, and only the owner of the address is told.
 */
export async function register(
  deps: AccountDependencies,
  { username, email, password, full_name }: Register & { full_name: string },
  requestId: string,
): Promise<Registered> {
  refuseCommonPassword(password, [username, email], 'password');
  const passwordHash = await deps.passwords.hash(password);
  const account = deps.newId() as AccountId;
  const metadata = createCommandMetadata(deps, account, requestId);
  await deps.keys.create(account);
  await addCredential(deps.vault, account, { role: 'member', passwordHash });

  const holder = await reserve(deps, metadata, account, { kind: 'username', name: username });
  if (holder !== account) {
    await forgetAccount(deps.vault, account);
    if (await isRepetition(deps, holder, email, password)) return { at: metadata.at, position: 0n };
    throw new Problem('USERNAME_TAKEN', { fields: { username: 'This username is already taken' } });
  }
  const { position } = await changeAccount(deps, metadata, account, {
    type: 'RegisterAccount',
    ...{ account, role: 'member', username, email, full_name },
  });

  const owner = await reserve(deps, metadata, account, { kind: 'email', name: email });
  if (owner === account) await sendVerification(deps, account, email);
  else {
    // The log moves as it does for a new address.
    await reserve(deps, metadata, account, { kind: 'email', name: deps.newId() });
    await tellOwner(deps, owner, email);
  }
  return { at: metadata.at, position };
}

/** Mails a verification link; the older ones are void from then on. */
export async function sendVerification(deps: AccountDependencies, account: AccountId, to: string): Promise<void> {
  await deps.outbox.enqueueWithToken({ account, campaign: 'verify-email', to }, verificationToken);
}

/** True when the same person has just registered the same and did not get the answer. */
async function isRepetition(
  deps: AccountDependencies,
  holder: AccountId,
  email: string,
  password: string,
): Promise<boolean> {
  const [state, credential] = await Promise.all([loadAccount(deps, holder), findCredential(deps.vault, holder)]);
  const isRight = await deps.passwords.matches(password, credential?.passwordHash);
  if (state.status !== 'registered' || state.isVerified || state.email === null) return false;
  return isRight && deps.blindIndexes.email(state.email) === deps.blindIndexes.email(email);
}

async function tellOwner(deps: AccountDependencies, owner: AccountId, typed: string): Promise<void> {
  const state = await loadAccount(deps, owner);
  if (
    state.status !== 'registered' ||
    !(await deps.mailLimits.allows('account-exists', deps.blindIndexes.email(typed)))
  )
    return;
  await deps.outbox.enqueue({ account: owner, campaign: 'account-exists', to: state.email ?? typed });
}
