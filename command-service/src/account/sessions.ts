import { createHash } from 'node:crypto';
import {
  type AccountId,
  type Position,
  Problem,
  type SessionEndReason,
  type SessionId,
  streams,
} from '@anecdotes/contracts';
import { sealUserAgent } from '@anecdotes/contracts/server/auth/sessions';
import { type CommandMetadata, handleCommand } from '../handle-command.ts';
import type { AccountDependencies } from './commands.ts';
import type { Credential } from './credentials.ts';
import { type SessionCommand, sessionDecider } from './decider.ts';

type Dependencies = Pick<AccountDependencies, 'log' | 'keys' | 'clock' | 'newId' | 'vault'>;

export type NewSession = {
  readonly account: AccountId;
  /** By which it was decided who this is. */
  readonly credential: Credential;
  readonly expiresAt: Date;
  readonly userAgent: string | undefined;
};
export type Started = { readonly session: SessionId; readonly position: Position; readonly isNewDevice: boolean };

const USER_AGENT_LENGTH = 300;

/**
 * Starts a session; `isNewDevice` when the account has had sessions, but none of such a program. Throws LOGIN_FAILED
 * when the password was replaced meanwhile: that has ended the sessions of the old one, and none may come after it.
 */
export async function startSession(
  deps: Dependencies,
  metadata: CommandMetadata,
  { account, credential, expiresAt, userAgent }: NewSession,
): Promise<Started> {
  const session = deps.newId() as SessionId;
  const shown = userAgent?.slice(0, USER_AGENT_LENGTH).toWellFormed() ?? null;
  const { rows } = await deps.vault.query<{ known: boolean; any: boolean }>(
    `with earlier as (
       select count(*) filter (where device = $6) > 0 as known, count(*) > 0 as any
       from vault.session where account = $2),
     made as (
       insert into vault.session (id, account, role, created_at, expires_at, user_agent, device)
       select $1, account, role, $3, $4, $5, $6 from vault.credential
       where account = $2 and updated_at = $7::timestamptz for share
       returning id)
     select known, "any" from earlier, made`,
    [
      session,
      account,
      metadata.at,
      expiresAt,
      await sealUserAgent(deps.keys, account, session, shown),
      deviceOf(account, shown),
      credential.since,
    ],
  );
  const earlier = rows[0];
  if (earlier === undefined) throw new Problem('LOGIN_FAILED');
  const { position } = await changeSession(deps, metadata, session, { type: 'StartSession', account }, true);
  return { session, position, isNewDevice: earlier.any && !earlier.known };
}

/** Ends a session of the caller; its tokens are refused from then on. Throws SESSION_NOT_FOUND. */
export async function endSession(
  deps: Dependencies,
  metadata: CommandMetadata,
  session: SessionId,
  reason: SessionEndReason,
): Promise<Position> {
  const { rowCount } = await deps.vault.query(
    `update vault.session set ended_at = now()
     where id = $1 and account = $2 and ended_at is null and expires_at > now()`,
    [session, metadata.actor.account_id],
  );
  if (rowCount === 0) throw new Problem('SESSION_NOT_FOUND');
  return recordEnds(deps, metadata, [session], reason);
}

/** Records that `sessions` have ended in the vault; returns the position of the last event. */
export async function recordEnds(
  deps: Dependencies,
  metadata: CommandMetadata,
  sessions: readonly SessionId[],
  reason: SessionEndReason,
): Promise<Position> {
  const ends = sessions.map((session) => changeSession(deps, metadata, session, { type: 'EndSession', reason }));
  let last: Position = 0n;
  for (const { position } of await Promise.all(ends)) if (position > last) last = position;
  return last;
}

function changeSession(
  deps: Dependencies,
  metadata: CommandMetadata,
  session: SessionId,
  command: SessionCommand,
  isNew = false,
) {
  return handleCommand(deps, {
    decider: sessionDecider,
    stream: streams.session(session),
    subject: metadata.actor.account_id,
    command,
    metadata,
    context: () => ({ now: metadata.at.toISOString() }),
    isNew,
  });
}

/** Programs of one name count as one device, whatever their versions: those change every few weeks. */
function deviceOf(account: AccountId, userAgent: string | null): Buffer {
  return createHash('sha256')
    .update(`${account}\n${(userAgent ?? '').replaceAll(/\d+/g, '')}`)
    .digest();
}
