import { type AccountId, type ApiKeyId, Problem, type SessionId } from '@anecdotes/contracts';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';

export type NewCredential = { role: 'guest' | 'member'; passwordHash: string };

/** `since` tells one password from the next, however it is hashed; the guest counts as verified. */
export type Credential = NewCredential & { since: string; isVerified: boolean };

/** The credential of `account`; undefined when it has none. */
export async function findCredential(vault: pg.Pool, account: AccountId | null): Promise<Credential | undefined> {
  const { rows } = await vault.query<Credential>({
    name: 'credential',
    text: `select role, password_hash as "passwordHash", updated_at::text as since,
             unverified_since is null as "isVerified"
           from vault.credential where account = $1`,
    values: [account],
  });
  return rows[0];
}

/** True until `account` is erased. */
export async function accountExists(vault: pg.Pool, account: AccountId): Promise<boolean> {
  return (await findCredential(vault, account)) !== undefined;
}

/** Gives `account` its first credential; one that it has already stays. */
export async function addCredential(vault: pg.Pool, account: AccountId, credential: NewCredential): Promise<void> {
  await vault.query(
    `insert into vault.credential (account, role, password_hash, unverified_since)
     values ($1, $2, $3, case when $2 = 'member' then now() end) on conflict do nothing`,
    [account, credential.role, credential.passwordHash],
  );
}

/** Notes that the address of `account` is verified, so that it does not lapse. */
export async function markVerified(vault: pg.Pool, account: AccountId): Promise<void> {
  await vault.query('update vault.credential set unverified_since = null where account = $1', [account]);
}

/** Lets the next sweep look at `account`, whatever it has verified. */
export async function allowExpiry(vault: pg.Pool, account: AccountId): Promise<void> {
  await vault.query(`update vault.credential set unverified_since = '-infinity' where account = $1`, [account]);
}

/** Accounts that were not verified for `days`, a hundred at most. */
export async function findUnverifiedAccounts(vault: pg.Pool, days: number): Promise<AccountId[]> {
  const { rows } = await vault.query<{ account: AccountId }>(
    `select account from vault.credential where unverified_since < now() - make_interval(days => $1)
     order by unverified_since limit 100`,
    [days],
  );
  return rows.map(({ account }) => account);
}

/** Keeps the same password in a stronger form, unless it was changed meanwhile. */
export async function rehash(vault: pg.Pool, account: AccountId, from: string, to: string): Promise<void> {
  await vault.query('update vault.credential set password_hash = $3 where account = $1 and password_hash = $2', [
    account,
    from,
    to,
  ]);
}

/** Counts a log-in of a member that is not decided yet; returns how many there were since the last right one. */
export async function countLoginAttempt(vault: pg.Pool, account: AccountId | null): Promise<number> {
  const { rows } = await vault.query<{ failures: number }>({
    name: 'count-try',
    text: `update vault.credential set failures = failures + 1 where account = $1 and role = 'member'
           returning failures`,
    values: [account],
  });
  return rows[0]?.failures ?? 0;
}

/** The password was right: earlier failures no longer count. */
export async function resetLoginFailures(vault: pg.Pool, account: AccountId): Promise<void> {
  await vault.query({
    name: 'forget-failures',
    text: 'update vault.credential set failures = 0 where account = $1 and failures > 0',
    values: [account],
  });
}

/** What a replaced password has ended. */
export type Replaced = { readonly sessions: readonly SessionId[]; readonly keys: readonly ApiKeyId[] };

/**
 * Replaces the password of `account`, ends every session that was started with the old one, but `kept`, and switches
 * all API keys off; a reset under way is void. Throws WRONG_PASSWORD when the old one is no longer that of `since`.
 */
export async function replacePassword(
  vault: pg.Pool,
  account: AccountId,
  passwordHash: string,
  { since = null, kept = null }: { since?: string | null; kept?: SessionId | null } = {},
): Promise<Replaced> {
  return inTransaction(vault, async (tx) => {
    const { rowCount } = await tx.query(
      `update vault.credential set password_hash = $2, failures = 0, updated_at = now()
       where account = $1 and ($3::timestamptz is null or updated_at = $3)`,
      [account, passwordHash, since],
    );
    if (rowCount === 0) throw new Problem('WRONG_PASSWORD');
    // Statements of their own, so that they see what began while the first one waited for it.
    await tx.query(`delete from vault.one_time_token where account = $1 and purpose = 'password-reset'`, [account]);
    const { rows } = await tx.query<{ id: SessionId }>(
      `update vault.session set ended_at = now()
       where account = $1 and ended_at is null and id is distinct from $2 returning id`,
      [account, kept],
    );
    const switched = await tx.query<{ id: ApiKeyId }>(
      'update vault.api_key set is_active = false where account = $1 and is_active returning id',
      [account],
    );
    return { sessions: rows.map(({ id }) => id), keys: switched.rows.map(({ id }) => id) };
  });
}

/**
 * Forgets everything in the vault about `account`: credential, sessions, keys, mails, tokens, answers, and the keys
 * that open its events. What hangs on the credential goes with it.
 */
export async function forgetAccount(vault: pg.Pool, account: AccountId): Promise<void> {
  await vault.query(
    `with answers as (delete from vault.idempotency where account = $1),
          secrets as (delete from vault.anecdote_key_block where account = $1),
          states as (delete from vault.state_snapshot where subject = $1),
          credential as (delete from vault.credential where account = $1)
     update vault.subject_key set wrapped = null, destroyed_at = now() where subject = $1 and wrapped is not null`,
    [account],
  );
}
