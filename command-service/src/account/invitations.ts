import { randomBytes } from 'node:crypto';
import { type AccountId, Problem, streams } from '@anecdotes/contracts';
import { open, seal } from '@anecdotes/contracts/server/crypto/sealing';
import { createOperatorMetadata, createSystemMetadata } from '../command-metadata.ts';
import type { CommandMetadata } from '../handle-command.ts';
import { tryAll } from '../try-all.ts';
import { changeVault, type VaultChange } from '../vault/change-vault.ts';
import { type AccountDependencies, decideAccount } from './commands.ts';
import { destroyKey, forgetUnusedKey } from './credentials.ts';
import { accountDecider } from './decider.ts';
import { hashOf } from './one-time-tokens.ts';
import { holderOf, nameHashOf } from './reservations.ts';

/*
 * An invitation lets one address register once. It already contains the id and the key of the later account: the key
 * seals the address, and is destroyed with an invitation that nobody used.
 */

type Dependencies = Pick<AccountDependencies, 'log' | 'keys' | 'vault' | 'clock' | 'newId' | 'blindIndexes'>;

/** An invitation as found by the token in its link. */
export type FoundInvitation = { readonly account: AccountId; readonly email: string; readonly isUsed: boolean };

export type NewInvitation = { readonly account: AccountId; readonly token: string; readonly expiresAt: Date };

const TOKEN_BYTES = 32;

/** Invites `email` for `days`, in place of any older unused invitation of that address. Throws USERNAME_TAKEN. */
export async function inviteAddress(deps: Dependencies, email: string, days: number): Promise<NewInvitation> {
  if ((await holderOf(deps, { kind: 'email', name: email })) !== null) throw addressTaken();
  const account = deps.newId() as AccountId;
  const metadata = createOperatorMetadata(deps, account);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(metadata.at.getTime() + days * 86_400_000);
  await deps.keys.create(account);
  try {
    const key = await deps.keys.get(account);
    if (key === 'destroyed') throw new Problem('UNAVAILABLE');
    await changeVault(deps, metadata, async (change) => {
      await voidInvitations(deps, change, email);
      await change.tx.query(
        'insert into vault.invitation (hash, account, email_hash, email, expires_at) values ($1, $2, $3, $4, $5)',
        [
          hashOf(token),
          account,
          nameHashOf(deps.blindIndexes, { kind: 'email', name: email }),
          seal(key, contextOf(account), email),
          expiresAt,
        ],
      );
      const command = { type: 'InviteAccount', account, email } as const;
      change.record(streams.account(account), decideAccount(accountDecider.initial, command, metadata));
    });
  } catch (error) {
    if (error instanceof Problem) await forgetUnusedKey(deps.vault, account);
    throw error;
  }
  return { account, token, expiresAt };
}

/** Deletes the unused invitations of `email`, and erases their accounts. */
export async function voidInvitations(
  deps: Pick<Dependencies, 'keys' | 'blindIndexes'>,
  change: VaultChange,
  email: string,
): Promise<void> {
  const { rows } = await change.tx.query<{ account: AccountId }>(
    'delete from vault.invitation where email_hash = $1 and used_at is null returning account',
    [nameHashOf(deps.blindIndexes, { kind: 'email', name: email })],
  );
  for (const { account } of rows) {
    await expireInvited(change, account);
    change.afterCommit(() => deps.keys.forget(account));
  }
}

/** The problem that an address belongs to an account already; shown to the operator only. */
export function addressTaken(): Problem {
  return new Problem('USERNAME_TAKEN', { message: 'This email address belongs to an account already.' });
}

/** The invitation with `token`, used or not. Throws INVITATION_INVALID for a wrong, replaced or expired token. */
export async function findInvitation(
  { vault, keys, clock }: Pick<Dependencies, 'vault' | 'keys' | 'clock'>,
  token: string,
): Promise<FoundInvitation> {
  const { rows } = await vault.query<FoundInvitation>(
    `select account, email, used_at is not null as "isUsed" from vault.invitation where hash = $1 and expires_at > $2`,
    [hashOf(token), clock()],
  );
  const [found] = rows;
  const key = found && (await keys.get(found.account));
  if (found === undefined || key === undefined || key === 'destroyed') throw new Problem('INVITATION_INVALID');
  return { ...found, email: open(key, contextOf(found.account), found.email) };
}

/** Marks the invitation with `token` as used. Throws INVITATION_INVALID when it was used, replaced or has expired. */
export async function useInvitation({ tx, metadata }: VaultChange, token: string): Promise<void> {
  const { rowCount } = await tx.query(
    'update vault.invitation set used_at = $2 where hash = $1 and used_at is null and expires_at > $2',
    [hashOf(token), metadata.at],
  );
  if (rowCount === 0) throw new Problem('INVITATION_INVALID');
}

/**
 * Deletes expired invitations, and erases the accounts and addresses of those that nobody used. Throws the first error,
 * after it has tried all of them.
 */
export async function forgetExpiredInvitations(deps: Dependencies): Promise<void> {
  const now = deps.clock();
  await deps.vault.query('delete from vault.invitation where used_at is not null and expires_at < $1', [now]);
  const { rows } = await deps.vault.query<{ account: AccountId }>(
    'select account from vault.invitation where used_at is null and expires_at < $1 order by expires_at limit 100',
    [now],
  );
  await tryAll(rows, ({ account }) => forgetExpired(deps, account, now));
}

async function forgetExpired(deps: Dependencies, account: AccountId, now: Date): Promise<void> {
  await changeVault(deps, createSystemMetadata(deps, account), async (change) => {
    const { rowCount } = await change.tx.query(
      'delete from vault.invitation where account = $1 and used_at is null and expires_at < $2',
      [account, now],
    );
    if (rowCount === 1) await expireInvited(change, account);
  });
  deps.keys.forget(account);
}

/** Erases an account that was invited but never registered. */
async function expireInvited({ tx, record, metadata }: VaultChange, account: AccountId): Promise<void> {
  const about: CommandMetadata = { ...metadata, actor: { ...metadata.actor, account_id: account } };
  const state = { status: 'invited', account } as const;
  record(streams.account(account), decideAccount(state, { type: 'LapseAccount' }, metadata), about);
  await destroyKey(tx, account);
}

/** Open invitations with their addresses, the newest last. */
export async function openInvitations({
  vault,
  keys,
  clock,
}: Pick<Dependencies, 'vault' | 'keys' | 'clock'>): Promise<{ account: AccountId; email: string; expiresAt: Date }[]> {
  const { rows } = await vault.query<{ account: AccountId; email: string; expiresAt: Date }>(
    `select account, email, expires_at as "expiresAt" from vault.invitation
     where used_at is null and expires_at > $1 order by account`,
    [clock()],
  );
  const opened = rows.map(async (row) => {
    const key = await keys.get(row.account);
    return key === 'destroyed' ? [] : [{ ...row, email: open(key, contextOf(row.account), row.email) }];
  });
  return (await Promise.all(opened)).flat();
}

function contextOf(account: AccountId): string {
  return `invitation\n${account}`;
}
