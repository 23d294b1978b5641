import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import type { Shortages } from '@anecdotes/contracts/server/postgres/shortage';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { ProjectionHealth } from './projection/health.ts';

type Observed = { registry: Registry; readers: pg.Pool; health: () => ProjectionHealth; shortages: Shortages };

/** What an operator's tools ask: alive, ready (or degraded, and why), and figures. */
export function operatorRoutes(app: HttpServer, { registry, readers, health, shortages }: Observed): void {
  const config = { access: 'operator' } as const;
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config }, async (request, reply) => {
    try {
      await readers.query('select 1');
    } catch (error) {
      request.log.warn({ err: error }, 'readiness check failed; answering 503');
      return reply.code(503).header('retry-after', 1).send({ status: 'unavailable', reasons: shortages.current() });
    }
    const missing = shortages.current();
    const found = health();
    return missing.length === 0 ? found : { ...found, status: 'degraded', reasons: [...missing, ...found.reasons] };
  });

  app.get('/metrics', { config }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
