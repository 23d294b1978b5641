import { createAuthenticator } from '@anecdotes/contracts/server/auth/authentication';
import { createCsrfProtection } from '@anecdotes/contracts/server/auth/csrf';
import { createTokenRenewal } from '@anecdotes/contracts/server/auth/sessions';
import { createTokenSigner, createTokenVerifier, verifyingKeyOf } from '@anecdotes/contracts/server/auth/tokens';
import { createSubjectKeys } from '@anecdotes/contracts/server/crypto/subject-keys';
import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import { loggerOptions } from '@anecdotes/contracts/server/http/logging';
import { createRegistry, measureRequests } from '@anecdotes/contracts/server/http/metrics';
import { createRateLimiter } from '@anecdotes/contracts/server/http/rate-limit';
import { limitUnknownRoutes } from '@anecdotes/contracts/server/http/unknown-routes';
import { checkDatabase, createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createShortages } from '@anecdotes/contracts/server/postgres/shortage';
import type { RunningService } from '@anecdotes/contracts/server/process';
import { checkProduction } from '@anecdotes/contracts/server/settings/settings';
import type { ProjectionConfiguration } from './configuration.ts';
import { PROJECTOR_CONNECTIONS, PROJECTOR_POOL } from './db/connections.ts';
import { migrateProjection } from './db/migrate.ts';
import type { EventSource } from './event-source.ts';
import { measureProjection } from './measurements.ts';
import { operatorRoutes } from './operator-routes.ts';
import { followPositions } from './positions.ts';
import { dropViewsOfAnotherLog } from './projection/log-identity.ts';
import { startProjection } from './projection/start.ts';
import { projectors } from './read-models.ts';
import { projectionService } from './service.ts';

/** Starts the read side on its own over `source`, which the caller closes after `stop`. */
export async function startProjectionService(
  configuration: ProjectionConfiguration,
  source: EventSource,
): Promise<RunningService> {
  const undo: (() => Promise<unknown>)[] = [];
  /** Newest first: what was started last stands on what was started before. */
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { address: await assemble(configuration, source, undo), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function assemble(
  configuration: ProjectionConfiguration,
  source: EventSource,
  undo: (() => Promise<unknown>)[],
): Promise<string> {
  checkProduction(configuration);
  const { DATABASE_URL, MASTER_KEY, SIGNING_KEY, TRUST_PROXY, PUBLIC_URL, VAULT_POOL, READER_POOL } = configuration;
  await checkDatabase(DATABASE_URL, VAULT_POOL + READER_POOL + PROJECTOR_CONNECTIONS);
  const shortages = createShortages();
  const app = createHttpServer({
    logger: loggerOptions(configuration.LOG_LEVEL, shortages),
    ...(TRUST_PROXY !== undefined && { trustProxy: TRUST_PROXY }),
  });
  const onError = (error: unknown) => app.log.warn({ err: error }, 'a dependency is away');
  const pool = (name: string, max: number) => {
    const made = createPool(DATABASE_URL, { name, max, onError });
    undo.push(() => made.end());
    return made;
  };
  const [vault, projecting, readers] = [
    pool('vault', VAULT_POOL),
    pool('projector', PROJECTOR_POOL),
    pool('reader', READER_POOL),
  ];
  const keys = createSubjectKeys(vault, MASTER_KEY);

  await dropViewsOfAnotherLog(projecting, source);
  await migrateProjection(projecting, projectors);
  const positions = await followPositions(DATABASE_URL, projecting, onError);
  undo.push(positions.stop);
  const registry = createRegistry();
  let measure: ReturnType<typeof measureProjection> | undefined;
  const projection = await startProjection(
    { pool: projecting, source, keys, projectors },
    { onMove: positions.advanceTo, onBatch: (report) => measure?.(report, new Date()), onError: onError },
  );
  measure = measureProjection(registry, projection.health);
  undo.push(projection.stop);

  const limiter = createRateLimiter(configuration.RATE_LIMIT === 'on', () => new Date());
  measureRequests(app, registry, 'projection');
  limitUnknownRoutes(app, limiter);
  operatorRoutes(app, { registry, readers, health: projection.health, shortages });
  await app.register(
    projectionService({
      readers,
      positions,
      vault,
      keys,
      authenticate: createAuthenticator(await createTokenVerifier(verifyingKeyOf(SIGNING_KEY)), vault),
      limiter,
      csrf: createCsrfProtection(MASTER_KEY, PUBLIC_URL),
      renewToken: createTokenRenewal(vault, await createTokenSigner(SIGNING_KEY, configuration.ACCESS_TOKEN_TTL)),
      cursorSecret: MASTER_KEY,
      showsEmailStatistics: configuration.NODE_ENV !== 'production',
      testUsers: configuration.ANALYTICS_TEST_USERS,
      configuration: {
        guest: { username: 'guest', password: configuration.GUEST_PASSWORD },
        production: configuration.NODE_ENV === 'production',
        // The mailbox belongs to the command-service, which the gateway does not show.
        local_mailbox: null,
        analytics_url: configuration.ANALYTICS_URL ?? null,
      },
    }),
  );
  undo.push(() => app.close());
  return app.listen({ host: configuration.HOST, port: configuration.PORT });
}
