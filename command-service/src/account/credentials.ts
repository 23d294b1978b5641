import { type AccountId, type ApiKeyId, Problem, type SessionId } from '@anecdotes/contracts';
import type pg from 'pg';

export type NewCredential = { role: 'guest' | 'member'; passwordHash: string };

/** `since` tells one password from the next, however it is hashed; the guest counts as verified. */
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

/** Gives `account` its first credential. */
export async function addCredential(tx: pg.ClientBase, account: AccountId, credential: NewCredential): Promise<void> {
  await tx.query(
    `insert into vault.credential (account, role, password_hash, unverified_since)
     values ($1, $2, $3, case when $2 = 'member' then now() end)`,
    [account, credential.role, credential.passwordHash],
  );
}

/** Records that the address of `account` is verified, so that it does not expire. */
export async function markVerified(db: pg.Pool | pg.ClientBase, account: AccountId): Promise<void> {
  await db.query('update vault.credential set unverified_since = null where account = $1', [account]);
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

/**
 * Lets `account` in or keeps it out from now on; its API keys count only while it is let in. Returns the sessions that
 * this has ended; undefined when nothing was to be changed.
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
  if (rowCount === 0) return undefined;
  if (!isDisabled) return [];
  // A statement of its own, so that it sees what began while the first one waited for it.
  const { rows } = await tx.query<{ id: SessionId }>(
    'update vault.session set ended_at = now() where account = $1 and ended_at is null returning id',
    [account],
  );
  return rows.map(({ id }) => id);
}

/** What a replaced password has ended. */
export type Replaced = { readonly sessions: readonly SessionId[]; readonly keys: readonly ApiKeyId[] };

/** By what a password is replaced: the old one and the session that goes on, a mailed link, or a setting. */
export type Replacing =
  | { readonly by: 'change'; readonly since: string; readonly kept: SessionId }
  | { readonly by: 'reset'; readonly tokenHash: Buffer; readonly now: Date }
  | { readonly by: 'setting' };

/**
 * Replaces the password of `account`, ends every session that was started with the old one, and switches all API keys
 * off; resets under way are void. Throws WRONG_PASSWORD when the old one is no longer that of `since`,
 * RESET_LINK_INVALID when the token was used up, is void or late.
 */
export async function replacePassword(
  tx: pg.ClientBase,
  account: AccountId,
  passwordHash: string,
  replacing: Replacing,
): Promise<Replaced> {
  const { since, kept } = replacing.by === 'change' ? replacing : { since: null, kept: null };
  const { rowCount } = await tx.query(
    `update vault.credential set password_hash = $2, failures = 0, updated_at = now()
     where account = $1 and ($3::timestamptz is null or updated_at = $3)`,
    [account, passwordHash, since],
  );
  if (rowCount === 0) throw new Problem('WRONG_PASSWORD');
  // Statements of their own, so that they see what began while the first one waited for it.
  const { rows: tokens } = await tx.query<{ hash: Buffer; expires_at: Date }>(
    `delete from vault.one_time_token where account = $1 and purpose = 'password-reset' returning hash, expires_at`,
    [account],
  );
  if (replacing.by === 'reset') {
    const { tokenHash, now } = replacing;
    const isGood = tokens.some(({ hash, expires_at }) => hash.equals(tokenHash) && expires_at > now);
    if (!isGood) throw new Problem('RESET_LINK_INVALID');
  }
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

/** What an erasure has ended. */
export type Forgotten = Replaced;

/**
 * Forgets everything in the vault about `account`: credential, names, sessions, keys, mails, tokens, answers, and the
 * keys that open its events. What hangs on the credential goes with it. Undefined when there is no such account, or it
 * is not as `condition` says.
 */
export async function forgetAccount(
  tx: pg.ClientBase,
  account: AccountId,
  condition: 'always' | { readonly since: string } | { readonly unverifiedDays: number } = 'always',
): Promise<Forgotten | undefined> {
  const since = condition !== 'always' && 'since' in condition ? condition.since : null;
  const days = condition !== 'always' && 'unverifiedDays' in condition ? condition.unverifiedDays : null;
  const { rowCount } = await tx.query(
    `select from vault.credential where account = $1 and ($2::timestamptz is null or updated_at = $2)
       and ($3::int is null or unverified_since < now() - make_interval(days => $3)) for update`,
    [account, since, days],
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
  // Last, since all erasures share that row.
  await tx.query('update vault.log set erasures = erasures + 1');
  return { sessions: sessions.map(({ id }) => id), keys: keys.map(({ id }) => id) };
}

/** Destroys the key that opens the events of `account`, also of one that this vault has never heard of. */
export async function destroyKey(tx: pg.ClientBase, account: AccountId): Promise<void> {
  await tx.query(
    `insert into vault.subject_key (subject, destroyed_at) values ($1, now())
     on conflict (subject) do update set wrapped = null, destroyed_at = now() where subject_key.wrapped is not null`,
    [account],
  );
}

/** Takes back a key that was made for an account which did not come into being. */
export async function forgetUnusedKey(vault: pg.Pool, account: AccountId): Promise<void> {
  await vault.query(
    `delete from vault.subject_key where subject = $1
       and not exists (select from vault.credential where account = $1)
       and not exists (select from vault.invitation where account = $1)`,
    [account],
  );
}
