import { type AccountId, type Position, Problem, type Register, type RegistrationMode } from '@anecdotes/contracts';
import { createPersonMetadata } from '../command-metadata.ts';
import type { VaultChange } from '../vault/change-vault.ts';
import { type AccountDependencies, loadAccount } from './commands.ts';
import { findCredential } from './credentials.ts';
import { type FoundInvitation, findInvitation, useInvitation } from './invitations.ts';
import { makeAccount } from './new-account.ts';
import { verificationToken } from './one-time-tokens.ts';
import { refuseCommonPassword } from './password/common-passwords.ts';
import { holderOf, recordReservation, reserve } from './reservations.ts';

export type Registered = { readonly at: Date; readonly position: Position };

/**
 * Registers an account that is to be verified by mail. Throws USERNAME_TAKEN, VALIDATION_FAILED for a common password,
 * and, depending on registration mode and invitation, REGISTRATION_CLOSED, INVITATION_NEEDED, INVITATION_INVALID or
 * INVITATION_FOR_ANOTHER_ADDRESS.
 *
 * If the e-mail address already belongs to an account, a new account is created all the same, but it can never be
 * verified: name, answer and log-in are like those of any new account, and only the owner of the address gets a mail.
 */
export async function register(
  deps: AccountDependencies & { readonly registration: RegistrationMode },
  { username, email, password, full_name, invitation }: Register & { full_name: string },
  requestId: string,
): Promise<Registered> {
  const invited = await checkInvitation(deps, invitation, email);
  refuseCommonPassword(password, [username, email], 'password');
  const passwordHash = await deps.passwords.hash(password);
  const account = invited?.account ?? (deps.newId() as AccountId);
  const metadata = createPersonMetadata(deps, account, requestId);
  const { at } = metadata;
  const profile = { account, role: 'member', username, email, full_name, passwordHash } as const;
  if (invited?.isUsed) {
    const holder = await holderOf(deps, { kind: 'username', name: username });
    if (holder === account && (await isRepetition(deps, holder, email, password))) return { at, position: 0n };
    throw new Problem('INVITATION_INVALID');
  }
  const wasOwned = (await holderOf(deps, { kind: 'email', name: email })) !== null;
  const toOwner = wasOwned ? await addressOfOwner(deps, email) : undefined;
  const complete = async (change: VaultChange) => {
    const owner = await reserve(deps, change, { kind: 'email', name: email });
    if (owner === account) {
      await deps.outbox.enqueueWith(change, { account, campaign: 'verify-email', to: email }, verificationToken);
      return owner;
    }
    // The log must advance by as many events as for a new address.
    recordReservation(change, 'email');
    if (toOwner !== undefined) await deps.outbox.enqueueWith(change, accountExistsMail(owner, toOwner));
    return owner;
  };
  const made = await makeAccount(deps, metadata, profile, complete, async (change) => {
    if (invitation) await useInvitation(change, invitation);
  });
  if ('holder' in made) {
    if (await isRepetition(deps, made.holder, email, password)) return { at, position: 0n };
    throw new Problem('USERNAME_TAKEN', { fields: { username: 'This username is already taken' } });
  }
  // Somebody else registered with the address at the same time.
  if (made.result !== account && !wasOwned) {
    const to = await addressOfOwner(deps, email);
    if (to !== undefined) await deps.outbox.enqueue(accountExistsMail(made.result, to));
  }
  return { at, position: made.position };
}

/** The invitation by which `email` may register; undefined if it needs none. Throws the problem if it may not. */
async function checkInvitation(
  deps: AccountDependencies & { readonly registration: RegistrationMode },
  token: string | null | undefined,
  email: string,
): Promise<FoundInvitation | undefined> {
  if (deps.registration === 'closed') throw new Problem('REGISTRATION_CLOSED');
  if (!token && deps.registration === 'invite') throw new Problem('INVITATION_NEEDED');
  if (!token) return undefined;
  const invited = await findInvitation(deps, token);
  if (deps.blindIndexes.email(invited.email) !== deps.blindIndexes.email(email)) {
    throw new Problem(invited.isUsed ? 'INVITATION_INVALID' : 'INVITATION_FOR_ANOTHER_ADDRESS');
  }
  return invited;
}

function accountExistsMail(owner: AccountId, to: string) {
  return { account: owner, campaign: 'account-exists', to } as const;
}

/** True when the same person repeats a registration, probably because the answer was lost. */
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

/**
 * The address to which its owner gets a mail about a registration with it: as the owner wrote it, or as it was typed
 * now if the account cannot be read. Undefined if it belongs to nobody, or its owner got enough of these mails.
 */
async function addressOfOwner(deps: AccountDependencies, typed: string): Promise<string | undefined> {
  const owner = await holderOf(deps, { kind: 'email', name: typed });
  if (owner === null) return undefined;
  if (!(await deps.mailLimits.allows('account-exists', deps.blindIndexes.email(typed)))) return undefined;
  const state = await loadAccount(deps, owner).catch(() => undefined);
  return state?.status === 'registered' ? (state.email ?? typed) : typed;
}
