import type { FastifyRequest } from 'fastify';
import type { HttpServer } from './http-server.ts';
import { addressOf, limit, type RateLimiter, unknownRouteRule } from './rate-limit.ts';

/** Counts a request for what does not exist; throws RATE_LIMITED. */
export type CountUnknown = (request: FastifyRequest) => Promise<void>;

/**
 * Counts the calls of each address that no route of `app` answers: whoever makes many of them is looking for something.
 * Returns the count, for a route that takes in more than it knows; both throw RATE_LIMITED. Call it on the root.
 */
export function limitUnknownRoutes(app: HttpServer, limiter: RateLimiter): CountUnknown {
  const count: CountUnknown = (request) => limit(limiter, [unknownRouteRule], addressOf(request));
  app.addHook('onRequest', async (request) => {
    if (request.is404) await count(request);
  });
  return count;
}
