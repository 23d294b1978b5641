import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import type { Shortages } from '@anecdotes/contracts/server/postgres/shortage';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { RunningProjection } from './projection/start.ts';
import type { Transparency } from './transparency/start.ts';

type Observed = Pick<RunningProjection, 'health'> &
  Partial<Pick<Transparency, 'troubles'>> & {
    readers: pg.Pool;
    shortages: Shortages;
    /** The last backup that the program made by itself; left out if it makes none. */
    lastBackup?: () => object | null;
  };

const config = { access: 'operator' } as const;

/** Routes for liveness and readiness (or degraded, and why). */
export function healthRoutes(
  app: HttpServer,
  { readers, health, shortages, troubles = () => [], lastBackup }: Observed,
): void {
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config }, async (request, reply) => {
    try {
      await readers.query('select 1');
    } catch (error) {
      request.log.warn({ err: error }, 'readiness check failed; answering 503');
      const missing = shortages.current();
      // Also when only connections were cut, which are replaced.
      const reasons = missing.length > 0 ? missing : ['The database did not answer.'];
      return reply.code(503).header('retry-after', 1).send({ status: 'unavailable', reasons });
    }
    const missing = [...shortages.current(), ...troubles()];
    const found = { ...health(), ...(lastBackup && { backup: lastBackup() }) };
    return missing.length === 0 ? found : { ...found, status: 'degraded', reasons: [...missing, ...found.reasons] };
  });
}

/** Routes for metrics and for a retry of the quarantine. They are not for the public. */
export function operatorRoutes(
  app: HttpServer,
  { registry, health, retryQuarantine }: Pick<RunningProjection, 'health' | 'retryQuarantine'> & { registry: Registry },
): void {
  app.post('/quarantine/retry', { config }, async () => {
    const applied = await retryQuarantine();
    const { quarantined, missingKeys } = health();
    return { applied, quarantined, missingKeys };
  });

  app.get('/metrics', { config }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
