import { type AccountId, type ApiKeyId, Problem, type SessionId } from '@anecdotes/contracts';
import type pg from 'pg';
import { countErasure } from '../vault/log-identity.ts';
import { hashOf, useToken } from './one-time-tokens.ts';

export type NewCredential = { role: 'guest' | 'member'; passwordHash: string };

/** `since` changes with every new password, but not when the same one is hashed again; the guest counts as verified. */
export type Credential = NewCredential & { since: string; isVerified: boolean; isDisabled: boolean };

/** The credential of `account`; undefined when it has none. */
export async function findCredential(vault: pg.Pool, account: AccountId | null): Promise<Credential | undefined> {
  const { rows } = await vault.query<Credential>({
    name: 'credential',
    text: `select role, password_hash as "passwordHash", updated_at::text as since,
             unverified_since is null as "isVerified", disabled_at is not null as "isDisabled"
           from vault.credential where account = $1`,
    values: [account],
  });
  return rows[0];
}

/** The hash of a password that `account` got in the last ten minutes; undefined if its password is older. */
export async function findNewPasswordHash(vault: pg.Pool, account: AccountId): Promise<string | undefined> {
  const { rows } = await vault.query<{ hash: string }>(
    `select password_hash as hash from vault.credential
     where account = $1 and updated_at > now() - interval '10 minutes'`,
    [account],
  );
  return rows[0]?.hash;
}

/** Gives `account` its first credential. */
export async function addCredential(tx: pg.ClientBase, account: AccountId, credential: NewCredential): Promise<void> {
  await tx.query(
    `insert into vault.credential (account, role, password_hash, unverified_since)
     values ($1, $2, $3, case when $2 = 'member' then now() end)`,
    [account, credential.role, credential.passwordHash],
  );
}

/** Records that the address of `account` is verified, so that the account does not expire. */
export async function markVerified(db: pg.Pool | pg.ClientBase, account: AccountId): Promise<void> {
  await db.query('update vault.credential set unverified_since = null where account = $1', [account]);
}

/** Accounts that have been unverified for more than `days`, at most 100. */
export async function findUnverifiedAccounts(vault: pg.Pool, days: number): Promise<AccountId[]> {
  const { rows } = await vault.query<{ account: AccountId }>(
    `select account from vault.credential where unverified_since < now() - make_interval(days => $1)
     order by unverified_since limit 100`,
    [days],
  );
  return rows.map(({ account }) => account);
}

/** Replaces the hash of a password by a stronger one, unless the password was changed in the meantime. */
export async function rehash(vault: pg.Pool, account: AccountId, from: string, to: string): Promise<void> {
  await vault.query('update vault.credential set password_hash = $3 where account = $1 and password_hash = $2', [
    account,
    from,
    to,
  ]);
}

/** Counts a log-in attempt of a member before its result is known; returns the count since the last right password. */
export async function countLoginAttempt(vault: pg.Pool, account: AccountId | null): Promise<number> {
  const { rows } = await vault.query<{ failures: number }>({
    name: 'count-try',
    text: `update vault.credential set failures = failures + 1 where account = $1 and role = 'member'
           returning failures`,
    values: [account],
  });
  return rows[0]?.failures ?? 0;
}

/** Resets the count of failed log-ins, after a right password. */
export async function resetLoginFailures(vault: pg.Pool, account: AccountId): Promise<void> {
  await vault.query({
    name: 'forget-failures',
    text: 'update vault.credential set failures = 0 where account = $1 and failures > 0',
    values: [account],
  });
}

/** Throws NOT_FOUND when `account`, which was found before, has been erased; otherwise it cannot be until `tx` ends. */
export async function expectCredential(tx: pg.ClientBase, account: AccountId): Promise<void> {
  const { rowCount } = await tx.query('select from vault.credential where account = $1 for key share', [account]);
  if (rowCount === 0) throw new Problem('NOT_FOUND', { message: 'This account was just erased.' });
}

/**
 * Disables `account` or enables it again; its API keys are valid only while it is enabled. Returns the sessions that
 * this has ended; undefined when there was nothing to change. Throws NOT_FOUND when the account was erased meanwhile.
 */
export async function switchAccount(
  tx: pg.ClientBase,
  account: AccountId,
  isDisabled: boolean,
): Promise<readonly SessionId[] | undefined> {
  const { rowCount } = await tx.query(
    `update vault.credential set disabled_at = case when $2 then now() end
     where account = $1 and (disabled_at is not null) is distinct from $2`,
    [account, isDisabled],
  );
  if (rowCount === 0) {
    await expectCredential(tx, account);
    return undefined;
  }
  if (!isDisabled) return [];
  // A separate statement, so that it sees sessions that began while the first one waited for its lock.
  const { rows } = await tx.query<{ id: SessionId }>(
    'update vault.session set ended_at = now() where account = $1 and ended_at is null returning id',
    [account],
  );
  return rows.map(({ id }) => id);
}

/** The sessions and API keys that a change of password or an erasure has ended. */
type Ended = { readonly sessions: readonly SessionId[]; readonly keys: readonly ApiKeyId[] };

/** How a password is replaced: by its owner in the session `kept`, by a mailed link, or by a setting. */
export type Replacing =
  | { readonly by: 'change'; readonly since: string; readonly kept: SessionId }
  | { readonly by: 'reset'; readonly token: string; readonly now: Date }
  | { readonly by: 'setting' };

/**
 * Replaces the password of `account`, ends every session that was started with the old one, deactivates all API keys
 * and invalidates reset links. Throws WRONG_PASSWORD when the password was changed after `since`, RESET_LINK_INVALID
 * when the token was used, replaced or has expired.
 */
export async function replacePassword(
  tx: pg.ClientBase,
  account: AccountId,
  passwordHash: string,
  replacing: Replacing,
): Promise<Ended> {
  const { since, kept } = replacing.by === 'change' ? replacing : { since: null, kept: null };
  const { rowCount } = await tx.query(
    `update vault.credential set password_hash = $2, failures = 0, updated_at = now()
     where account = $1 and ($3::timestamptz is null or updated_at = $3)`,
    [account, passwordHash, since],
  );
  if (rowCount === 0) throw new Problem('WRONG_PASSWORD');
  // Separate statements, so that they see rows that were added while the first one waited for its lock.
  const link = replacing.by === 'reset' ? { ...replacing, purpose: 'password-reset' as const } : undefined;
  if (link && (await useToken(tx, link)) !== 'first use') throw new Problem('RESET_LINK_INVALID');
  await tx.query(
    `delete from vault.one_time_token where account = $1 and purpose = 'password-reset' and hash is distinct from $2`,
    [account, link ? hashOf(link.token) : null],
  );
  const { rows: sessions } = await tx.query<{ id: SessionId }>(
    `update vault.session set ended_at = now()
     where account = $1 and ended_at is null and id is distinct from $2 returning id`,
    [account, kept],
  );
  const { rows: keys } = await tx.query<{ id: ApiKeyId }>(
    'update vault.api_key set is_active = false where account = $1 and is_active returning id',
    [account],
  );
  return { sessions: sessions.map(({ id }) => id), keys: keys.map(({ id }) => id) };
}

/**
 * Deletes everything in the vault about `account`: credential, names, sessions, keys, mails, tokens, answers, and the
 * keys that open its events. Rows that reference the credential are deleted by cascade. Undefined when there is no such
 * account, when its password was changed after `since`, or when it has not been unverified for `unverifiedDays`.
 */
export async function forgetAccount(
  tx: pg.ClientBase,
  account: AccountId,
  { since, unverifiedDays }: { readonly since?: string; readonly unverifiedDays?: number } = {},
): Promise<Ended | undefined> {
  const { rowCount } = await tx.query(
    `select from vault.credential where account = $1 and ($2::timestamptz is null or updated_at = $2)
       and ($3::int is null or unverified_since < now() - make_interval(days => $3)) for update`,
    [account, since, unverifiedDays],
  );
  if (rowCount === 0) return undefined;
  const { rows: sessions } = await tx.query<{ id: SessionId }>(
    `with gone as (delete from vault.session where account = $1 returning id, ended_at)
     select id from gone where ended_at is null`,
    [account],
  );
  const { rows: keys } = await tx.query<{ id: ApiKeyId }>('delete from vault.api_key where account = $1 returning id', [
    account,
  ]);
  await tx.query('delete from vault.idempotency where account = $1', [account]);
  await tx.query('delete from vault.anecdote_key_block where account = $1', [account]);
  await tx.query('delete from vault.state_snapshot where subject = $1', [account]);
  await tx.query('delete from vault.invitation where account = $1', [account]);
  await tx.query('delete from vault.credential where account = $1', [account]);
  await destroyKey(tx, account);
  await countErasure(tx);
  return { sessions: sessions.map(({ id }) => id), keys: keys.map(({ id }) => id) };
}

/** Destroys the key that opens the events of `account`, also of an account that is not in this vault. */
export async function destroyKey(tx: pg.ClientBase, account: AccountId): Promise<void> {
  await tx.query(
    `insert into vault.subject_key (subject, destroyed_at) values ($1, now())
     on conflict (subject) do update set wrapped = null, destroyed_at = now() where subject_key.wrapped is not null`,
    [account],
  );
}

/**
 * Deletes the key of an account that was refused. Not for use after other errors: a transaction whose answer was lost
 * may still be committed, and its account then needs the key.
 */
export async function forgetUnusedKey(vault: pg.Pool, account: AccountId): Promise<void> {
  await vault.query(
    `delete from vault.subject_key where subject = $1
       and not exists (select from vault.credential where account = $1)
       and not exists (select from vault.invitation where account = $1)`,
    [account],
  );
}
