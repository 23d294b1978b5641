import { Problem } from '@anecdotes/contracts';
import type { HttpServer } from '@anecdotes/contracts/server/http-server';
import type { createRegistry } from '@anecdotes/contracts/server/metrics';
import type pg from 'pg';
import type { EventLog } from './event-log.ts';

/** Whether the process lives, whether it can work (vault and log answer), and its figures. */
export function healthRoutes(
  app: HttpServer,
  { log, vault, registry }: { log: EventLog; vault: pg.Pool; registry: ReturnType<typeof createRegistry> },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async () => {
    try {
      await Promise.all([vault.query('select 1'), log.readStream('anecdote-none', { limit: 1 })]);
    } catch (cause) {
      throw Object.assign(new Problem('UNAVAILABLE', { retryAfter: 1 }), { cause });
    }
    return { status: 'ok' };
  });

  app.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
