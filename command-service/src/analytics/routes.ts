import { AnalyticsBatch, analyticsLimits } from '@anecdotes/contracts';
import type { CsrfProtection } from '@anecdotes/contracts/server/auth/csrf';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { counter, type Registry } from '@anecdotes/contracts/server/http/metrics';
import { addressOf, limit, type RateLimiter } from '@anecdotes/contracts/server/http/rate-limit';
import { visitorRules } from '@anecdotes/contracts/server/http/rate-rules';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

type AnalyticsDependencies = { readonly csrf: CsrfProtection; readonly limiter: RateLimiter };

const labels = ['event', 'route'] as const;

/** `POST /analytics`: counts what people do who agreed to it. Only these counts are kept. */
export function analyticsRoute(app: HttpServer, { csrf, limiter }: AnalyticsDependencies, registry: Registry): void {
  const events = counter(
    registry,
    'anecdotes_analytics_events_total',
    'Uses of the web app, without test users',
    labels,
  );
  const testEvents = counter(
    registry,
    'anecdotes_analytics_test_user_events_total',
    'Uses of the web app by test users',
    labels,
  );
  const options = {
    config: { access: 'public', limit: 'command', isBeacon: true } as const,
    schema: { body: AnalyticsBatch, response: { 204: z.void() } },
    bodyLimit: analyticsLimits.bytes,
    onRequest: async (request: FastifyRequest) => {
      csrf.checkOrigin(request);
      await limit(limiter, visitorRules.analytics, addressOf(request));
    },
  };
  app.post('/analytics', options, async ({ body }, reply) => {
    const counts = body.is_test_user ? testEvents : events;
    for (const { event, route } of body.events) counts.inc({ event, route });
    return reply.code(204).send();
  });
}
