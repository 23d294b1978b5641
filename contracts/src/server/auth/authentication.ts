import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { ApiKeyScope } from '../../api-key/events.ts';
import type { AccountId, ApiKeyId, SessionId } from '../../ids.ts';
import { limits } from '../../limits.ts';
import { Problem } from '../../problem.ts';
import type { HttpServer } from '../http/http-server.ts';
import { isApiKeySecret, looksLikeApiKey } from './api-key-secret.ts';
import { findApiKey, recordApiKeyUse } from './api-keys.ts';
import { isPublic } from './route-policy.ts';
import type { AccessToken } from './tokens.ts';

/** A person with a session. */
export type PersonPrincipal = {
  account: AccountId;
  role: 'guest' | 'member';
  kind: 'person';
  session: SessionId;
  /** When the session was started, by entering the password. */
  since: Date;
  token: AccessToken;
};

/** A program with one of a member's keys. */
type ApiKeyPrincipal = {
  account: AccountId;
  role: 'member';
  kind: 'api-key';
  key: ApiKeyId;
  scopes: readonly ApiKeyScope[];
};

/** Who is calling. */
export type Principal = PersonPrincipal | ApiKeyPrincipal;

/** How long an ended session may still be accepted, in milliseconds. */
const CACHE_MS = 5_000;

/**
 * Turns an `Authorization` header into the caller; throws the problem UNAUTHENTICATED. With `skipCache` a session
 * that has just ended is not accepted.
 */
export type Authenticator = (
  authorization: string | undefined,
  options?: { readonly skipCache?: boolean },
) => Promise<Principal>;

/**
 * Checks a bearer token's signature and its session, or an API key. A session is looked up once in 5 s per token, so an
 * ended one is refused everywhere within that time; a key is looked up each time, so a deactivated one is refused at
 * once.
 */
export function createAuthenticator(verify: (token: string) => Promise<AccessToken>, vault: pg.Pool): Authenticator {
  const recent = new LRUCache<string, Authenticated>({ max: 10_000, ttl: CACHE_MS });
  return async (authorization = '', { skipCache = false } = {}) => {
    const known = recent.get(authorization);
    if (known !== undefined && known.expiresAt > Date.now() && !skipCache) return known.principal;
    const token = /^Bearer ([\w.-]{1,4096})$/i.exec(authorization)?.[1];
    if (token === undefined) throw authorization === '' ? new Problem('UNAUTHENTICATED') : wrongApiKey(WRONG_FORM);
    if (looksLikeApiKey(token)) return byApiKey(vault, token);
    const found = await byAccessToken(vault, verify, token);
    recent.set(authorization, found);
    return found.principal;
  };
}

type Authenticated = { principal: Principal; expiresAt: number };

async function byAccessToken(
  vault: pg.Pool,
  verify: (token: string) => Promise<AccessToken>,
  text: string,
): Promise<Authenticated> {
  const token = await verify(text).catch(() => {
    throw new Problem('UNAUTHENTICATED');
  });
  const { account, session } = token;
  const { rows } = await vault.query<{ role: PersonPrincipal['role']; created_at: Date }>({
    name: 'live-session',
    text: `select role, created_at from vault.session
           where id = $1 and account = $2 and ended_at is null and expires_at > now()`,
    values: [session, account],
  });
  const [found] = rows;
  if (found === undefined) throw new Problem('UNAUTHENTICATED');
  const { role, created_at: since } = found;
  return { principal: { account, role, kind: 'person', session, since, token }, expiresAt: token.expiresAt * 1000 };
}

async function byApiKey(vault: pg.Pool, secret: string): Promise<ApiKeyPrincipal> {
  const key = isApiKeySecret(secret) ? await findApiKey(vault, secret) : undefined;
  if (key === undefined) throw wrongApiKey();
  // The last use is only shown in a list, so the request does not wait for it or fail with it.
  if (!key.isRecorded) recordApiKeyUse(vault, key.id).catch(() => {});
  const { id, account, scopes } = key;
  return { account, role: 'member', kind: 'api-key', key: id, scopes };
}

const WRONG_FORM = 'An API key must be sent as Authorization: Bearer anec_…';

function wrongApiKey(message = 'This API key is invalid, has expired or was deactivated'): Problem {
  return new Problem('UNAUTHENTICATED', { message });
}

const PRINCIPAL = 'principal';

/** Refuses every request to a route of `app` that the access policy of the route does not allow to its caller. */
export function requireAuthentication(app: HttpServer, authenticate: Authenticator): void {
  const identify = identifyCallers(app, authenticate);
  app.addHook('onRequest', async (request) => {
    if (!request.is404 && !isPublic(request)) await identify(request);
  });
}

/**
 * Returns a function that finds the caller of a request to a non-public route of `app` and stores it for `principalOf`.
 * It throws UNAUTHENTICATED, and FORBIDDEN, GUEST_NOT_ALLOWED or REAUTH_REQUIRED if the access policy of the route
 * excludes the caller.
 */
export function identifyCallers(
  app: HttpServer,
  authenticate: Authenticator,
): (request: FastifyRequest) => Promise<Principal> {
  app.decorateRequest(PRINCIPAL, null);
  return async (request) => {
    const principal = await authenticate(request.headers.authorization);
    checkAccess(request, principal);
    request.setDecorator(PRINCIPAL, principal);
    return principal;
  };
}

function checkAccess({ routeOptions }: FastifyRequest, principal: Principal): void {
  const { access, scope, needsRecentPassword } = routeOptions.config;
  if (principal.kind === 'api-key') {
    if (access !== 'journal' || scope === undefined)
      throw new Problem('FORBIDDEN', { message: 'An API key cannot do this. It needs a login.' });
    if (principal.scopes.includes(scope)) return;
    throw new Problem('FORBIDDEN', { message: `This API key does not have the scope ${scope}` });
  }
  if (principal.role === 'guest') {
    if (access === 'member') throw new Problem('GUEST_NOT_ALLOWED');
    return;
  }
  if (needsRecentPassword && !isRecent(principal.since)) throw new Problem('REAUTH_REQUIRED');
}

function isRecent(moment: Date): boolean {
  return Date.now() - moment.getTime() <= limits.recentPasswordSeconds * 1000;
}

/** The caller of a request to a route that is not public. */
export function principalOf(request: FastifyRequest): Principal {
  const principal = request.getDecorator<Principal | null>(PRINCIPAL);
  if (principal === null) throw new Problem('UNAUTHENTICATED');
  return principal;
}

/** The person behind a request; throws FORBIDDEN for a program. */
export function personOf(request: FastifyRequest): PersonPrincipal {
  const principal = principalOf(request);
  if (principal.kind !== 'person') throw new Problem('FORBIDDEN');
  return principal;
}

/** The person behind a request, if they have an account of their own; throws FORBIDDEN and GUEST_NOT_ALLOWED. */
export function memberOf(request: FastifyRequest): PersonPrincipal {
  const person = personOf(request);
  if (person.role === 'guest') throw new Problem('GUEST_NOT_ALLOWED');
  return person;
}
