import { assemble } from '@anecdotes/contracts/server/assemble';
import { createAuthenticator } from '@anecdotes/contracts/server/auth/authentication';
import { createCsrfProtection } from '@anecdotes/contracts/server/auth/csrf';
import { createTokenRenewal } from '@anecdotes/contracts/server/auth/sessions';
import { createSigningKeys } from '@anecdotes/contracts/server/auth/signing-keys';
import { createTokenSigner, createTokenVerifier } from '@anecdotes/contracts/server/auth/tokens';
import { createEventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { checkMasterKey } from '@anecdotes/contracts/server/crypto/master-key';
import { createServiceServer } from '@anecdotes/contracts/server/http/http-server';
import { createRateLimiter } from '@anecdotes/contracts/server/http/memory-rate-limiter';
import { createRegistry, measureRequests } from '@anecdotes/contracts/server/http/metrics';
import { limitUnknownRoutes } from '@anecdotes/contracts/server/http/unknown-routes';
import { checkDatabase, createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createPostgresRateLimiter } from '@anecdotes/contracts/server/postgres/rate-limiter';
import type { RunningService } from '@anecdotes/contracts/server/process';
import { checkProduction } from '@anecdotes/contracts/server/settings/settings';
import {
  catchUp,
  followLog,
  keepLogTransparent,
  PROJECTOR_CONNECTIONS,
  PROJECTOR_POOL,
  readSideSettings,
} from './compose.ts';
import type { ProjectionConfiguration } from './configuration.ts';
import type { EventSource } from './event-source.ts';
import { healthRoutes, operatorRoutes } from './operator-routes.ts';
import { PAST_CONNECTIONS } from './past/past-views.ts';
import { projectionService } from './service.ts';

/** Starts the read side as a separate service over `source`, which the caller closes after `stop`. */
export async function startProjectionService(
  configuration: ProjectionConfiguration,
  source: EventSource,
): Promise<RunningService> {
  checkProduction(configuration);
  const { DATABASE_URL, MASTER_KEY, SIGNING_KEY, PUBLIC_URL, VAULT_POOL, READER_POOL } = configuration;
  await checkDatabase(DATABASE_URL, VAULT_POOL + READER_POOL + PROJECTOR_CONNECTIONS + PAST_CONNECTIONS);
  const { app, shortages, reportFailure } = createServiceServer(configuration);
  return assemble(async (onStop) => {
    const openPool = (name: string, max: number) => {
      const pool = createPool(DATABASE_URL, { name, max, onError: reportFailure(`${name} pool`) });
      onStop(() => pool.end());
      return pool;
    };
    const vault = openPool('vault', VAULT_POOL);
    const pool = openPool('projector', PROJECTOR_POOL);
    const readers = openPool('reader', READER_POOL);
    const keys = createEventKeys(vault, MASTER_KEY);
    await checkMasterKey(vault, keys);
    const signingKeys = createSigningKeys(SIGNING_KEY);
    const registry = createRegistry();
    const reportIncident = (sentence: string) => app.log.error(sentence);
    const resources = { databaseUrl: DATABASE_URL, pool, source, keys, registry, reportFailure, reportIncident };
    const { positions, projection } = await followLog(resources, onStop);
    const transparency = keepLogTransparent(resources, configuration, onStop);

    const limiter =
      configuration.RATE_LIMIT === 'on' && configuration.RATE_LIMIT_STORE === 'postgres'
        ? createPostgresRateLimiter(vault, { secret: MASTER_KEY, onError: reportFailure('rate limits') })
        : createRateLimiter(configuration.RATE_LIMIT === 'on');
    measureRequests(app, registry, 'projection');
    limitUnknownRoutes(app, limiter);
    healthRoutes(app, { ...projection, ...transparency, readers, shortages });
    operatorRoutes(app, { ...projection, registry });
    await app.register(
      projectionService({
        databaseUrl: DATABASE_URL,
        readers,
        positions,
        vault,
        keys,
        source,
        authenticate: createAuthenticator(createTokenVerifier(signingKeys), vault),
        limiter,
        csrf: createCsrfProtection(MASTER_KEY, PUBLIC_URL),
        renewToken: createTokenRenewal(vault, createTokenSigner(signingKeys, configuration.ACCESS_TOKEN_TTL)),
        cursorSecret: MASTER_KEY,
        transparency,
        // The mailbox belongs to the command-service, and the gateway does not expose it.
        ...readSideSettings(configuration, null),
      }),
    );
    onStop(() => app.close());
    await catchUp(source, positions);
    return { address: await app.listen({ host: configuration.HOST, port: configuration.PORT }) };
  });
}
