import type { HttpServer } from '@anecdotes/contracts/server/http-server';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { ProjectionHealth } from './projection/start.ts';

type Observed = { registry: Registry; readers: pg.Pool; health: () => ProjectionHealth };

/** What an operator's tools ask: alive, ready (or degraded, and why), and figures. */
export function operatorRoutes(app: HttpServer, { registry, readers, health }: Observed): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    try {
      await readers.query('select 1');
    } catch {
      return reply.code(503).header('retry-after', 1).send({ status: 'unavailable' });
    }
    return health();
  });

  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
