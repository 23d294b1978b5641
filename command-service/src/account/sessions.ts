import { hash } from 'node:crypto';
import {
  type AccountId,
  type LogInAnswer,
  Problem,
  type SessionEndReason,
  type SessionId,
  streams,
} from '@anecdotes/contracts';
import { sealUserAgent } from '@anecdotes/contracts/server/auth/sessions';
import type { VaultChange } from '../vault/change-vault.ts';
import type { AccountDependencies } from './commands.ts';
import type { Credential } from './credentials.ts';

export type NewSession = {
  readonly account: AccountId;
  /** The credential that the password was checked against. */
  readonly credential: Credential;
  readonly userAgent: string | undefined;
};

/** A session that was started: its token, and whether the account has had sessions, but none with its user agent. */
export type StartedSession = { readonly answer: LogInAnswer; readonly isNewDevice: boolean };

const USER_AGENT_LENGTH = 300;

/**
 * Starts a session. Throws LOGIN_FAILED when the password was replaced or the account disabled in the meantime: that
 * has ended all sessions, and this log-in must not start a new one.
 */
export async function startSession(
  { keys, signer, newId }: Pick<AccountDependencies, 'keys' | 'signer' | 'newId'>,
  { tx, record, metadata: { at } }: VaultChange,
  { account, credential, userAgent }: NewSession,
): Promise<StartedSession> {
  const session = newId() as SessionId;
  const expiresAt = new Date(at.getTime() + signer.ttl * 1000);
  const shown = userAgent?.slice(0, USER_AGENT_LENGTH).toWellFormed() ?? null;
  const { rows } = await tx.query<{ known: boolean; any: boolean }>(
    `with earlier as (
       select count(*) filter (where device = $6) > 0 as known, count(*) > 0 as any
       from vault.session where account = $2),
     made as (
       insert into vault.session (id, account, role, created_at, expires_at, user_agent, device)
       select $1, account, role, $3, $4, $5, $6 from vault.credential
       where account = $2 and updated_at = $7::timestamptz and disabled_at is null for share
       returning id)
     select known, "any" from earlier, made`,
    [
      session,
      account,
      at,
      expiresAt,
      await sealUserAgent(keys, account, session, shown),
      deviceOf(account, shown),
      credential.since,
    ],
  );
  const earlier = rows[0];
  if (earlier === undefined) throw new Problem('LOGIN_FAILED');
  record(streams.session(session), [{ type: 'SessionStarted', data: { account }, at: at.toISOString() }]);
  const access_token = await signer.sign(account, session, at);
  return {
    answer: { access_token, token_type: 'bearer', expires_in: signer.ttl },
    isNewDevice: earlier.any && !earlier.known,
  };
}

/** Ends a session of the acting account; its tokens are refused from then on. Throws SESSION_NOT_FOUND. */
export async function endSession(change: VaultChange, session: SessionId, reason: SessionEndReason): Promise<void> {
  const { rowCount } = await change.tx.query(
    `update vault.session set ended_at = now()
     where id = $1 and account = $2 and ended_at is null and expires_at > now()`,
    [session, change.metadata.actor.account_id],
  );
  if (rowCount === 0) throw new Problem('SESSION_NOT_FOUND');
  recordEnds(change, [session], reason);
}

/** Records that `sessions` of the acting account have ended in the vault. */
export function recordEnds(
  { record, metadata: { actor, at } }: VaultChange,
  sessions: readonly SessionId[],
  reason: SessionEndReason,
): void {
  const event = { type: 'SessionEnded', data: { account: actor.account_id, reason }, at: at.toISOString() } as const;
  for (const session of sessions) record(streams.session(session), [event]);
}

/** User agents that differ only in numbers count as one device, because versions change every few weeks. */
function deviceOf(account: AccountId, userAgent: string | null): Buffer {
  return hash('sha256', `${account}\n${(userAgent ?? '').replaceAll(/\d+/g, '')}`, 'buffer');
}
