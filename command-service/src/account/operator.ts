import { randomBytes } from 'node:crypto';
import { AccountId, EmailAddress, Problem, Register, streams } from '@anecdotes/contracts';
import { createEventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { checkMasterKey } from '@anecdotes/contracts/server/crypto/master-key';
import type pg from 'pg';
import { createOperatorMetadata } from '../command-metadata.ts';
import type { WholeLog } from '../event-log.ts';
import { createOutbox } from '../mail/outbox.ts';
import { changeVault } from '../vault/change-vault.ts';
import { joinVaultAndLog } from '../vault/log-identity.ts';
import { migrateVault } from '../vault/migrate.ts';
import { createBlindIndexes } from './blind-index.ts';
import { type AccountDependencies, decideAccount, loadAccount } from './commands.ts';
import { expectCredential, markVerified } from './credentials.ts';
import { type AccountState, accountDecider } from './decider.ts';
import { eraseFor } from './erasing.ts';
import { addressTaken, voidInvitations } from './invitations.ts';
import { makeAccount } from './new-account.ts';
import { handedResetToken, makeToken, resetToken } from './one-time-tokens.ts';
import { calibratedCost } from './password/password-cost.ts';
import { createPasswords } from './password/passwords.ts';
import { holderOf, reserve } from './reservations.ts';
import { setDisabled } from './switching.ts';

/** What the operator's commands on accounts need. */
export type OperatorDependencies = Pick<
  AccountDependencies,
  'log' | 'keys' | 'vault' | 'clock' | 'newId' | 'passwords' | 'blindIndexes' | 'outbox'
>;

type Member = AccountState & { readonly status: 'registered' };

/** Prepares log and vault, whether or not a service is running on them. Throws ConfigurationError. */
export async function openForOperator(
  masterKey: Uint8Array,
  { log, vault }: { log: WholeLog; vault: pg.Pool },
): Promise<OperatorDependencies> {
  await migrateVault(vault);
  const clock = () => new Date();
  const keys = createEventKeys(vault, masterKey);
  await checkMasterKey(vault, keys);
  await joinVaultAndLog({ vault, log });
  const passwords = createPasswords(await calibratedCost(vault));
  const blindIndexes = createBlindIndexes(masterKey);
  return {
    log,
    vault,
    keys,
    clock,
    newId,
    passwords,
    blindIndexes,
    outbox: createOutbox({ vault, keys, clock, newId }),
  };
}

/** The account with this username, e-mail address or id. Throws NOT_FOUND, and GUEST_NOT_ALLOWED for the guest's. */
export async function findMember(deps: OperatorDependencies, name: string): Promise<Member> {
  const id = AccountId.safeParse(name.trim());
  const kind = name.includes('@') ? 'email' : 'username';
  const account = id.success ? id.data : await holderOf(deps, { kind, name });
  const state = account === null ? undefined : await loadAccount(deps, account);
  if (state?.status !== 'registered') throw new Problem('NOT_FOUND', { message: `There is no account ${name}.` });
  if (state.role === 'guest') {
    throw new Problem('GUEST_NOT_ALLOWED', { message: 'The guest account is turned on and off by the setting GUEST.' });
  }
  return state;
}

export type NewMember = { readonly username: string; readonly email: string; readonly full_name?: string | undefined };

/**
 * Creates an account whose address counts as verified; returns its id and the token of a link that sets its password.
 * Open invitations of the address are void. Throws VALIDATION_FAILED and USERNAME_TAKEN.
 */
export async function createMember(
  deps: OperatorDependencies,
  wanted: NewMember,
): Promise<{ account: AccountId; token: string }> {
  const { username, email } = checked(wanted);
  const account = deps.newId() as AccountId;
  const metadata = createOperatorMetadata(deps, account);
  const full_name = wanted.full_name ?? username;
  const profile = { account, role: 'member', username, email, full_name } as const;
  const passwordHash = await deps.passwords.hash(randomBytes(32).toString('base64url'));
  const made = await makeAccount(deps, metadata, { ...profile, passwordHash }, async (change) => {
    if ((await reserve(deps, change, { kind: 'email', name: email })) !== account) throw addressTaken();
    await voidInvitations(deps, change, email);
    await markVerified(change.tx, account);
    const registered = { type: 'AccountRegistered', data: profile, at: metadata.at.toISOString() } as const;
    const state = accountDecider.evolve(accountDecider.initial, registered);
    change.record(streams.account(account), decideAccount(state, { type: 'VerifyEmail' }, metadata));
    return makeToken(change.tx, account, handedResetToken, metadata.at);
  });
  if ('holder' in made) throw new Problem('USERNAME_TAKEN');
  return { account, token: made.result };
}

/** An e-mail address in the form in which it is stored. Throws VALIDATION_FAILED. */
export function checkedAddress(email: string): string {
  const { data } = EmailAddress.safeParse(email);
  if (data === undefined) throw new Problem('VALIDATION_FAILED', { message: 'Please enter a valid email address' });
  return data;
}

/** Disables the account of a member, or enables it again; false when there was nothing to change. Throws NOT_FOUND. */
export function switchMember(deps: OperatorDependencies, { account }: Member, isDisabled: boolean): Promise<boolean> {
  return setDisabled(deps, createOperatorMetadata(deps, account), account, isDisabled);
}

/**
 * The token of a link that sets a new password, to be handed to the member; undefined when it is mailed to them. Throws
 * NOT_FOUND.
 */
export async function resetMember(
  deps: OperatorDependencies,
  member: Member,
  way: 'hand out' | 'mail',
): Promise<string | undefined> {
  const { account, email } = member;
  const metadata = createOperatorMetadata(deps, account);
  const { result } = await changeVault(deps, metadata, async (change) => {
    await expectCredential(change.tx, account);
    change.record(streams.account(account), decideAccount(member, { type: 'RequestPasswordReset' }, metadata));
    if (way === 'hand out' || email === null) return makeToken(change.tx, account, handedResetToken, metadata.at);
    await deps.outbox.enqueueWith(change, { account, campaign: 'password-reset', to: email }, resetToken);
    return undefined;
  });
  return result;
}

/** Erases the account of a member for good. */
export async function eraseMember(deps: OperatorDependencies, { account }: Member): Promise<void> {
  await eraseFor(deps, createOperatorMetadata(deps, account), account, {});
}

function checked({ username, email, full_name }: NewMember): { username: string; email: string } {
  const { username: name, email: address, full_name: full } = Register.shape;
  const problems = [name.safeParse(username), address.safeParse(email), full.safeParse(full_name)];
  const [first] = problems.flatMap(({ error }) => error?.issues ?? []);
  if (first !== undefined) throw new Problem('VALIDATION_FAILED', { message: first.message });
  return { username: name.parse(username), email: address.parse(email) };
}
