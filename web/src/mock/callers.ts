import { Problem } from '@anecdotes/contracts';
import type { Mock } from './context.ts';
import { base64url, fromBase64url } from './ids.ts';
import type { MockAccount, MockSession } from './tables.ts';

/** Seconds that a token is valid. */
export const TOKEN_LIFE = 12 * 60 * 60;

export type Caller = {
  readonly account: MockAccount;
  readonly session: MockSession;
  /** A token of the same session that lasts longer, once half the life of this one is gone. */
  renewed(): string | undefined;
};

type Claims = { sub: string; sid: string; iat: number; exp: number };

/** A token in the form of the service's, without a signature: nothing but this page ever believes it. */
export function tokenOf(account: string, session: string, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000);
  const claims: Claims = { sub: account, sid: session, iat, exp: iat + TOKEN_LIFE };
  const header = { alg: 'none', typ: 'at+jwt' };
  return [header, claims]
    .map((part) => base64url(JSON.stringify(part)))
    .join('.')
    .concat('.mock');
}

/** Who calls; throws UNAUTHENTICATED. */
export function callerOf({ tables, clock }: Mock, authorization: string | null): Caller {
  const claims = claimsOf(authorization);
  const now = clock();
  const session = tables.sessions.all().find(({ id, account }) => id === claims?.sid && account === claims.sub);
  const account = tables.accounts.all().find(({ account: id }) => id === session?.account);
  if (claims === undefined || session === undefined || account === undefined || claims.exp * 1000 <= now.getTime()) {
    throw new Problem('UNAUTHENTICATED');
  }
  return {
    account,
    session,
    renewed: () =>
      now.getTime() / 1000 < (claims.iat + claims.exp) / 2 ? undefined : tokenOf(account.account, session.id, now),
  };
}

/** The caller, when it is somebody with an account of their own; throws GUEST_NOT_ALLOWED. */
export function memberOnly(caller: Caller): Caller {
  if (caller.account.role === 'guest') throw new Problem('GUEST_NOT_ALLOWED');
  return caller;
}

function claimsOf(authorization: string | null): Claims | undefined {
  try {
    const [, payload = ''] = /^Bearer [\w-]+\.([\w-]+)\.mock$/.exec(authorization ?? '') ?? [];
    return JSON.parse(fromBase64url(payload)) as Claims;
  } catch {
    return undefined;
  }
}
