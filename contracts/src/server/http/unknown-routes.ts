import type { FastifyRequest } from 'fastify';
import type { HttpServer } from './http-server.ts';
import { addressOf, limit, type RateLimiter } from './rate-limit.ts';
import { unknownRouteRule } from './rate-rules.ts';

/** Counts a request for something that does not exist; throws RATE_LIMITED. */
export type CountUnknown = (request: FastifyRequest) => Promise<void>;

/**
 * Limits, for each address, the calls that no route of `app` matches: a caller with many of them is probing for paths.
 * Returns the counting function for use in a catch-all route; both throw RATE_LIMITED. Call it on the root instance.
 */
export function limitUnknownRoutes(app: HttpServer, limiter: RateLimiter): CountUnknown {
  const count: CountUnknown = (request) => limit(limiter, [unknownRouteRule], addressOf(request));
  app.addHook('onRequest', async (request) => {
    if (request.is404) await count(request);
  });
  return count;
}
