import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { AccountId, SessionId } from '../ids.ts';
import { Problem } from '../problem.ts';
import type { HttpServer } from './http-server.ts';
import type { AccessToken } from './tokens.ts';

/** Who is calling. */
export type Principal = {
  account: AccountId;
  role: 'guest' | 'member';
  kind: 'person';
  session: SessionId;
  token: AccessToken;
};

/** How long a session that ended may still be taken for a live one, in milliseconds. */
const SESSION_CACHE_MS = 5_000;

/** Turns an `Authorization` header into the caller; throws the problem UNAUTHENTICATED. */
export type Authenticator = (authorization: string | undefined) => Promise<Principal>;

/**
 * Checks a bearer token's signature and its session. A positive answer is kept for 5 s per exact token, so that
 * neither is done on every request; an ended session is out everywhere within that time.
 */
export function createAuthenticator(verify: (token: string) => Promise<AccessToken>, vault: pg.Pool): Authenticator {
  const recent = new LRUCache<string, Principal>({ max: 10_000, ttl: SESSION_CACHE_MS });
  return async (authorization) => {
    const token = /^Bearer ([\w.-]{1,4096})$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) throw new Problem('UNAUTHENTICATED');
    const known = recent.get(token);
    if (known !== undefined && known.token.expiresAt * 1000 > Date.now()) return known;
    const claims = await verify(token).catch(() => {
      throw new Problem('UNAUTHENTICATED');
    });
    const { rows } = await vault.query<{ role: Principal['role'] }>({
      name: 'live-session',
      text: `select role from vault.session
             where id = $1 and account = $2 and ended_at is null and expires_at > now()`,
      values: [claims.session, claims.account],
    });
    const session = rows[0];
    if (session === undefined) throw new Problem('UNAUTHENTICATED');
    const principal: Principal = {
      account: claims.account,
      role: session.role,
      kind: 'person',
      session: claims.session,
      token: claims,
    };
    recent.set(token, principal);
    return principal;
  };
}

/** Every route that needs no token; nothing else is public. */
export const publicRoutes: ReadonlySet<string> = new Set([
  'POST /api/auth/login',
  'POST /api/auth/token',
  'GET /api/config',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
]);

const PRINCIPAL = 'principal';

/** Refuses every request to a route of `app` that is neither public nor carries a valid token. */
export function requireAuthentication(app: HttpServer, authenticate: Authenticator): void {
  app.decorateRequest(PRINCIPAL, null);
  app.addHook('onRequest', async (request) => {
    if (request.is404) return;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (publicRoutes.has(`${method} ${request.routeOptions.url}`)) return;
    request.setDecorator(PRINCIPAL, await authenticate(request.headers.authorization));
  });
}

/** The caller of a request to a route that is not public. */
export function principalOf(request: FastifyRequest): Principal {
  const principal = request.getDecorator<Principal | null>(PRINCIPAL);
  if (principal === null) throw new Problem('UNAUTHENTICATED');
  return principal;
}
