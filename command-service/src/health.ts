import { Problem } from '@anecdotes/contracts';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import type { createRegistry } from '@anecdotes/contracts/server/http/metrics';
import type { Shortages } from '@anecdotes/contracts/server/postgres/shortage';
import type pg from 'pg';
import type { EventLog } from './event-log.ts';

type Observed = {
  log: EventLog;
  vault: pg.Pool;
  registry: ReturnType<typeof createRegistry>;
  shortages: Shortages;
};

/** Routes for liveness, readiness (vault and log answer; shortages make it degraded) and metrics. */
export function healthRoutes(app: HttpServer, { log, vault, registry, shortages }: Observed): void {
  const config = { access: 'operator' } as const;
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config }, async (request) => {
    try {
      await Promise.all([vault.query('select 1'), log.readStream('anecdote-none', { limit: 1 })]);
    } catch (cause) {
      request.log.warn({ err: cause }, 'readiness check failed; answering 503');
      const [message] = shortages.current();
      throw new Problem('UNAVAILABLE', { retryAfter: 1, ...(message && { message }) }, { cause });
    }
    const reasons = shortages.current();
    return { status: reasons.length > 0 ? 'degraded' : 'ok', reasons };
  });

  app.get('/metrics', { config }, async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
