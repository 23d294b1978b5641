import type pg from 'pg';
import type { Session } from '../../account/views.ts';
import type { AccountId, SessionId } from '../../ids.ts';
import type { SubjectKeys } from '../crypto/event-keys.ts';
import { open, seal } from '../crypto/sealing.ts';
import type { PersonPrincipal } from './authentication.ts';
import type { TokenSigner } from './tokens.ts';

/** Seals the `User-Agent` of a new session for the vault; null when there is none, or when the account is erased. */
export async function sealUserAgent(
  keys: SubjectKeys,
  account: AccountId,
  session: SessionId,
  userAgent: string | null,
): Promise<string | null> {
  if (userAgent === null) return null;
  const key = await keys.get(account);
  return key === 'destroyed' ? null : seal(key, contextOf(session), userAgent);
}

/** True unless the caller's session has ended; always asks the vault, without a cache. */
export async function isSessionLive(vault: pg.Pool, { session }: PersonPrincipal): Promise<boolean> {
  const { rowCount } = await vault.query(
    'select from vault.session where id = $1 and ended_at is null and expires_at > now()',
    [session],
  );
  return rowCount === 1;
}

type Row = { id: SessionId; created_at: Date; expires_at: Date; user_agent: string | null };

/**
 * The live sessions of the caller: the current one, then the newest others. A guest, who shares the account with
 * others, sees only their own.
 */
export async function listSessions(vault: pg.Pool, keys: SubjectKeys, caller: PersonPrincipal): Promise<Session[]> {
  const { rows } = await vault.query<Row>(
    `select id, created_at, expires_at, user_agent from vault.session
     where account = $1 and ended_at is null and expires_at > now() and (id = $2 or not $3)
     order by id = $2 desc, created_at desc, id desc limit 200`,
    [caller.account, caller.session, caller.role === 'guest'],
  );
  const key = await keys.get(caller.account);
  return rows.map(({ id, created_at, expires_at, user_agent }) => ({
    id,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    user_agent: user_agent === null || key === 'destroyed' ? null : open(key, contextOf(id), user_agent),
    is_current: id === caller.session,
  }));
}

/** Returns a new token once half the lifetime of the current one is over; undefined before, or if the session ended. */
export type RenewToken = (caller: PersonPrincipal) => Promise<string | undefined>;

/** A session is renewed for at most this long after it was started. */
const LONGEST = '30 days';

/** Renews sessions in use: a session is extended so that it does not expire before its new token. */
export function createTokenRenewal(vault: pg.Pool, signer: TokenSigner): RenewToken {
  return async ({ account, session, token }) => {
    const now = new Date();
    if (now.getTime() / 1000 < (token.issuedAt + token.expiresAt) / 2) return undefined;
    const expiresAt = new Date(now.getTime() + signer.ttl * 1000);
    const { rowCount } = await vault.query(
      `update vault.session set expires_at = greatest(expires_at, $3)
       where id = $1 and account = $2 and ended_at is null and created_at > $4::timestamptz - interval '${LONGEST}'`,
      [session, account, expiresAt, now],
    );
    return rowCount === 1 ? signer.sign(account, session, now) : undefined;
  };
}

function contextOf(session: SessionId): string {
  return `session\n${session}`;
}
