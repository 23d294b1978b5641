import type { FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import type { HttpServer } from '../http/http-server.ts';
import { addressOf, enforceLimits, type RateLimiter, sendLimit, type Usage } from '../http/rate-limit.ts';
import { accountRules, addressRules, type CallKind, guestRules } from '../http/rate-rules.ts';
import { carriesApiKey } from './api-key-secret.ts';
import { type Authenticator, identifyCallers, type Principal } from './authentication.ts';
import type { CsrfProtection } from './csrf.ts';
import { isPublic } from './route-policy.ts';

export type Guard = {
  readonly authenticate: Authenticator;
  readonly limiter: RateLimiter;
  readonly csrf: CsrfProtection;
  /** Further rate limits that a request counts towards, in addition to those of its caller. */
  extraLimits?(request: FastifyRequest): readonly Usage[];
};

/** Checks each request to a route of `app`: address limit, CSRF token, caller with access policy, account limit. */
export function guard(app: HttpServer, { authenticate, limiter, csrf, extraLimits }: Guard): void {
  const identify = identifyCallers(app, authenticate);
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    const usage = { rule: addressRules[kindOf(request)], key: addressOf(request) };
    await enforceLimits(limiter, [usage]);
    const isForAll = isPublic(request);
    if (isForAll) sendLimit(reply, limiter, usage);
    if (needsCsrfToken(request)) csrf.check(request, reply);
    if (isForAll) return;
    if (sendsNothing(request)) throw new Problem('UNAUTHENTICATED', { message: NOTHING_SENT });
    const principal = await identify(request);
    const usages = usagesOf(request, principal);
    await enforceLimits(limiter, [...usages, ...(extraLimits?.(request) ?? [])]);
    sendLimit(reply, limiter, usages[0]);
  });
}

const NOTHING_SENT = 'Please log in, or send an API key as Authorization: Bearer anec_…';

/** Whether a program sent no credentials; a browser without a session sends at least one of the other headers. */
function sendsNothing({ headers }: FastifyRequest): boolean {
  return [headers.authorization, headers.cookie, headers['sec-fetch-site']].every((value) => value === undefined);
}

/** No page of another site can make a browser send an API key, so a call with one needs no token even with cookies. */
function needsCsrfToken({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.isBeacon !== true && !carriesApiKey(headers.authorization);
}

/**
 * An API key has a limit of its own, so that a program does not lock out its owner. A guest has one by address, so that
 * no guest locks out the others.
 */
function usagesOf(request: FastifyRequest, principal: Principal): [Usage, ...Usage[]] {
  const kind = kindOf(request);
  const { account } = principal;
  if (principal.kind === 'api-key') return [{ rule: accountRules[kind], key: principal.key }];
  if (principal.role === 'member') return [{ rule: accountRules[kind], key: account }];
  return [
    { rule: guestRules.perAddress[kind], key: addressOf(request) },
    { rule: guestRules.total[kind], key: account },
  ];
}

function kindOf({ routeOptions }: FastifyRequest): CallKind {
  return routeOptions.config.limit ?? 'command';
}
