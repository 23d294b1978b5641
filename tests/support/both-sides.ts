import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { QuotaSettings } from '@anecdotes/command-service/journal-quota';
import { commandService, prepareCommandService } from '@anecdotes/command-service/service';
import type { DailyBytes } from '@anecdotes/command-service/write-limits';
import { headers } from '@anecdotes/contracts';
import { createTokenRenewal } from '@anecdotes/contracts/server/auth/sessions';
import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import { loggerOptions } from '@anecdotes/contracts/server/http/logging';
import { createRegistry } from '@anecdotes/contracts/server/http/metrics';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import {
  type CheckpointKeys,
  checkpointKeysOf,
  newCheckpointKey,
} from '@anecdotes/contracts/server/transparency/checkpoint-keys';
import { createEventStore, type EventStore } from '@anecdotes/deploy/embedded/event-store';
import { migrateProjection } from '@anecdotes/projection-service/db/migrate';
import { followPositions } from '@anecdotes/projection-service/positions';
import { startProjection } from '@anecdotes/projection-service/projection/start';
import { projectors } from '@anecdotes/projection-service/read-models';
import { projectionService } from '@anecdotes/projection-service/service';
import { keepTransparent } from '@anecdotes/projection-service/transparency/start';
import { CHEAP, GUEST_PASSWORD, openWireStore } from './command-side.ts';
import { createPreparedDatabase } from './database.ts';
import { publicConfiguration } from './public-configuration.ts';
import { collectRoutes } from './routes.ts';
import { isOnWire } from './wire-log.ts';

export type BothSides = Awaited<ReturnType<typeof startBothSides>>;

/** Starts both services behind one address, with nothing between them mocked, as the all-in-one program joins them. */
export async function startBothSides(
  options: {
    isRateLimited?: boolean;
    rateLimitStore?: 'memory' | 'postgres';
    dailyBytes?: DailyBytes;
    accessTokenTtl?: number;
    showsEmailStatistics?: boolean;
    testUsers?: readonly string[];
    trustProxy?: string;
    guestMaxAnecdotes?: number;
    guestResetHours?: number;
    quota?: QuotaSettings;
    redditBaseUrl?: string;
    signingKey?: string;
    servesTree?: boolean;
    /** Receives the log lines of all levels. */
    logLines?: Writable;
    /** An existing database, log and master key to use. */
    on?: { readonly url: string; readonly log: EventStore; readonly masterKey: Uint8Array };
  } = {},
) {
  const { isRateLimited = false, accessTokenTtl = 3_600, showsEmailStatistics = true, trustProxy } = options;
  const { guestMaxAnecdotes = 1_000, guestResetHours = 24 } = options;
  const { redditBaseUrl = null, signingKey = newSigningKey() } = options;
  const url = options.on?.url ?? (await createPreparedDatabase());
  const onError = () => {};
  const pool = (name: string, max: number) => createPool(url, { name, max, onError });
  const [vault, projecting, readers] = [pool('vault', 6), pool('projector', 8), pool('reader', 4)];
  const log = options.on?.log ?? (isOnWire ? await openWireStore() : createEventStore(url, { onError }));
  await log.migrate();
  const masterKey = options.on?.masterKey ?? randomBytes(32);
  const deps = await prepareCommandService(
    {
      masterKey,
      signingKey,
      accessTokenTtl,
      guestPassword: GUEST_PASSWORD,
      guestResetHours,
      guestMaxAnecdotes,
      redditBaseUrl,
      isRateLimited,
      rateLimitStore: options.rateLimitStore ?? 'memory',
      ...(options.dailyBytes && { dailyBytes: options.dailyBytes }),
      ...(options.quota && { quota: options.quota }),
      minResponseMs: 0,
      keyRetirementMs: 0,
      passwordCost: CHEAP,
    },
    { log, vault },
  );
  await migrateProjection(projecting, projectors);
  const positions = await followPositions(url, projecting, onError);
  const projection = await startProjection(
    { pool: projecting, source: log, keys: deps.keys, projectors },
    { onMove: positions.advanceTo, onBatch() {}, onError },
  );

  const checkpointKeys = checkpointKeysOf(newCheckpointKey()) as CheckpointKeys;
  const transparency = keepTransparent(
    { pool: projecting, source: log, keys: checkpointKeys, destinations: {} },
    onError,
  );

  const logger = options.logLines && { ...(loggerOptions('trace') as object), stream: options.logLines };
  const app = createHttpServer({ logger: logger ?? false, ...(trustProxy !== undefined && { trustProxy }) });
  const routes = collectRoutes(app);
  await app.register(commandService(deps, createRegistry()));
  await app.register(
    projectionService({
      ...deps,
      source: log,
      databaseUrl: url,
      readers,
      positions,
      cursorSecret: masterKey,
      configuration: publicConfiguration,
      renewToken: createTokenRenewal(vault, deps.signer),
      showsEmailStatistics,
      testUsers: options.testUsers ?? [],
      transparency,
      servesTree: options.servesTree ?? false,
    }),
  );
  await app.ready();

  return {
    app,
    url,
    deps,
    log,
    vault,
    projection: { pool: projecting, source: log, keys: deps.keys, projectors },
    masterKey,
    signingKey,
    routes,
    checkpointKeys,
    /** A call with a bearer token or key; a read sees everything that was written before. */
    async call(
      token: string | undefined,
      method: string,
      path: string,
      body?: unknown,
      extra: Record<string, string> = {},
    ) {
      const answer = await app.inject({
        method: method as 'GET',
        url: path,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(method === 'GET' && { [headers.minPosition]: String(await log.head()) }),
          ...extra,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      return answer;
    },
    async close() {
      await app.close();
      await transparency.stop();
      await projection.stop();
      await positions.stop();
      await log.close();
      await Promise.all([vault.end(), projecting.end(), readers.end()]);
    },
  };
}
