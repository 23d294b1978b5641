import {
  type CommandId,
  type LogIn,
  type LogInAnswer,
  type Position,
  Problem,
  type SessionId,
  streams,
} from '@anecdotes/contracts';
import type { createTokenSigner } from '@anecdotes/contracts/server/tokens';
import type pg from 'pg';
import { type Attribution, type CommandDependencies, handleCommand, loadState } from '../handle-command.ts';
import { findCredential } from './credentials.ts';
import { sessionDecider, usernameDecider } from './decider.ts';
import type { Passwords } from './passwords.ts';
import type { UsernameMark } from './usernames.ts';

export type TokenSigner = Awaited<ReturnType<typeof createTokenSigner>>;

export type LogInDependencies = CommandDependencies & {
  vault: pg.Pool;
  passwords: Passwords;
  usernameMark: UsernameMark;
  signer: TokenSigner;
};

export type LoggedIn = { answer: LogInAnswer; at: Date; position: Position };

/**
 * Checks the credentials and starts a session. An unknown name is refused as a wrong password is, with LOGIN_FAILED
 * and after the same work.
 */
export async function logIn(
  deps: LogInDependencies,
  { username, password }: LogIn,
  requestId: string,
): Promise<LoggedIn> {
  const { state } = await loadState(deps, usernameDecider, streams.username(deps.usernameMark(username)));
  const account = state.status === 'taken' ? state.account : null;
  const credential = await findCredential(deps.vault, account);
  const isRight = await deps.passwords.matches(password, credential?.passwordHash);
  if (!isRight || account === null || credential === undefined) throw new Problem('LOGIN_FAILED');

  const at = deps.clock();
  const session = deps.newId() as SessionId;
  const { ttl } = deps.signer;
  const expiresAt = new Date(at.getTime() + ttl * 1000);
  await deps.vault.query(
    'insert into vault.session (id, account, role, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [session, account, credential.role, at, expiresAt],
  );
  const attribution: Attribution = {
    commandId: deps.newId() as CommandId,
    at,
    actor: { account_id: account, kind: 'person' },
    origin: { channel: 'web' },
    correlationId: requestId,
    repeated: false,
  };
  const { position } = await handleCommand(deps, {
    decider: sessionDecider,
    stream: streams.session(session),
    subject: account,
    command: { account },
    attribution,
    context: () => ({ now: at.toISOString() }),
    isNew: true,
  });
  const access_token = await deps.signer.sign(account, session, at);
  return { answer: { access_token, token_type: 'bearer', expires_in: ttl }, at, position };
}

/** Ends a session; its tokens are refused from then on. */
export async function logOut(vault: pg.Pool, session: SessionId): Promise<void> {
  await vault.query('update vault.session set ended_at = now() where id = $1 and ended_at is null', [session]);
}
