import { hash, randomBytes } from 'node:crypto';
import type { AccountId } from '@anecdotes/contracts';
import type pg from 'pg';

const MINUTE_MS = 60_000;

/** Purpose and lifetime of a one-time token. */
export type NewToken = { readonly purpose: 'verify-email' | 'password-reset'; readonly lifeMs: number };

/** The kind of token that proves that its holder reads the mails of an address. */
export const verificationToken: NewToken = { purpose: 'verify-email', lifeMs: 24 * 60 * MINUTE_MS };

/** The kind of token that lets its holder choose a new password. */
export const resetToken: NewToken = { purpose: 'password-reset', lifeMs: 30 * MINUTE_MS };

/** The same, but handed over by the operator, which may take a while. */
export const handedResetToken: NewToken = { purpose: 'password-reset', lifeMs: 24 * 60 * MINUTE_MS };

const TOKEN_BYTES = 32;

/** Creates a token. Older tokens of the account for that purpose become invalid. */
export async function makeToken(
  tx: pg.ClientBase,
  account: AccountId,
  { purpose, lifeMs }: NewToken,
  at: Date,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx.query(
    `with voided as (delete from vault.one_time_token where account = $2 and purpose = $3)
     insert into vault.one_time_token (hash, account, purpose, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
    [hashOf(token), account, purpose, at, new Date(at.getTime() + lifeMs)],
  );
  return token;
}

type Presented = { token: string; purpose: NewToken['purpose']; now: Date };

export type FoundToken = { readonly account: AccountId; readonly isUsed: boolean };

/** A valid token, used or not; undefined for a wrong, replaced or expired one. Does not use the token. */
export async function findToken(vault: pg.Pool, { token, purpose, now }: Presented): Promise<FoundToken | undefined> {
  const { rows } = await vault.query<FoundToken>(
    `select account, used_at is not null as "isUsed" from vault.one_time_token
     where hash = $1 and purpose = $2 and expires_at > $3`,
    [hashOf(token), purpose, now],
  );
  return rows[0];
}

/** True if a newer token of `account` for that purpose has replaced `token`. */
export async function isReplaced(
  vault: pg.Pool,
  { account, purpose, token }: { account: AccountId; purpose: string; token: string },
): Promise<boolean> {
  const { rowCount } = await vault.query(
    'select from vault.one_time_token where account = $1 and purpose = $2 and hash <> $3',
    [account, purpose, hashOf(token)],
  );
  return rowCount !== 0;
}

/**
 * Marks a token as used. It is kept until it expires, so that using it again differs from using a wrong one. Undefined
 * for a wrong, replaced or expired token.
 */
export async function useToken(
  tx: pg.ClientBase,
  { token, purpose, now }: Presented,
): Promise<'first use' | 'used before' | undefined> {
  const { rows } = await tx.query<{ first: boolean }>(
    `update vault.one_time_token t set used_at = coalesce(t.used_at, $3)
     from (select hash, used_at is null as first from vault.one_time_token
           where hash = $1 and purpose = $2 and expires_at > $3 for update) presented
     where t.hash = presented.hash returning first`,
    [hashOf(token), purpose, now],
  );
  const [used] = rows;
  if (used === undefined) return undefined;
  return used.first ? 'first use' : 'used before';
}

/** The SHA-256 hash that is stored in place of a token. */
export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
