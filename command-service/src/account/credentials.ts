import type { AccountId } from '@anecdotes/contracts';
import type pg from 'pg';

export type Credential = { role: 'guest' | 'member'; passwordHash: string };

/** The credential of `account`; undefined when it has none. */
export async function findCredential(vault: pg.Pool, account: AccountId | null): Promise<Credential | undefined> {
  const { rows } = await vault.query<Credential>({
    name: 'credential',
    text: 'select role, password_hash as "passwordHash" from vault.credential where account = $1',
    values: [account],
  });
  return rows[0];
}

/** Gives `account` its first credential; one that it has already stays. */
export async function addCredential(vault: pg.Pool, account: AccountId, credential: Credential): Promise<void> {
  await vault.query(
    `insert into vault.credential (account, role, password_hash) values ($1, $2, $3) on conflict do nothing`,
    [account, credential.role, credential.passwordHash],
  );
}

/** Replaces the password of `account` and ends every session that was started with the old one. */
export async function replacePassword(vault: pg.Pool, account: AccountId, passwordHash: string): Promise<void> {
  await vault.query(
    `with changed as (
       update vault.credential set password_hash = $2, updated_at = now() where account = $1 returning account)
     update vault.session set ended_at = now()
     from changed where session.account = changed.account and ended_at is null`,
    [account, passwordHash],
  );
}
