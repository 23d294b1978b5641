import type { AddressInfo } from 'node:net';
import { mailboxRoute } from '@anecdotes/command-service/mail/mailbox-route';
import { startMail } from '@anecdotes/command-service/mail/start';
import { commandService, prepareCommandService } from '@anecdotes/command-service/service';
import { createTokenRenewal } from '@anecdotes/contracts/server/auth/sessions';
import { limitConnections } from '@anecdotes/contracts/server/http/connection-limits';
import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import { createLastPositions } from '@anecdotes/contracts/server/http/last-positions';
import { loggerOptions } from '@anecdotes/contracts/server/http/logging';
import { createRegistry, measureRequests } from '@anecdotes/contracts/server/http/metrics';
import { limitUnknownRoutes } from '@anecdotes/contracts/server/http/unknown-routes';
import { checkDatabase, createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createShortages } from '@anecdotes/contracts/server/postgres/shortage';
import { PROJECTOR_CONNECTIONS, PROJECTOR_POOL } from '@anecdotes/projection-service/db/connections';
import { migrateProjection } from '@anecdotes/projection-service/db/migrate';
import { measureProjection } from '@anecdotes/projection-service/measurements';
import { operatorRoutes } from '@anecdotes/projection-service/operator-routes';
import { followPositions } from '@anecdotes/projection-service/positions';
import { dropViewsOfAnotherLog } from '@anecdotes/projection-service/projection/log-identity';
import { startProjection } from '@anecdotes/projection-service/projection/start';
import { projectors } from '@anecdotes/projection-service/read-models';
import { projectionService } from '@anecdotes/projection-service/service';
import type { Settings } from './configuration.ts';
import { openEventLog } from './event-log.ts';
import { LOG_WRITERS } from './event-store.ts';
import { startPostgres } from './postgres.ts';
import { loadSecrets } from './secrets.ts';
import { sendSecurityHeaders } from './security-headers.ts';
import { serveWebApp } from './web-app.ts';

export type Product = {
  address: string;
  /** The folder of the bundled Postgres; undefined when another database is used. */
  directory: string | undefined;
  /** Resolves when the bundled Postgres ended without being asked to. */
  databaseEnded: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Everything in one process on one address: both services, their database and the web app. The links of mails that
 * stay on this machine are told through `announce`.
 */
export async function startProduct(
  settings: Settings,
  dataDir: string,
  announce: (line: string) => void,
): Promise<Product> {
  const undo: (() => Promise<unknown>)[] = [];
  /** Newest first: what was started last stands on what was started before. */
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await assemble(settings, dataDir, announce, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function assemble(
  settings: Settings,
  dataDir: string,
  announce: (line: string) => void,
  undo: (() => Promise<unknown>)[],
): Promise<Omit<Product, 'stop'>> {
  const { masterKey, signingKey } = loadSecrets(settings, dataDir);
  const shortages = createShortages();
  const app = createHttpServer({
    logger: loggerOptions(settings.LOG_LEVEL, shortages),
    ...(settings.TRUST_PROXY && { trustProxy: settings.TRUST_PROXY }),
  });
  if (settings.RATE_LIMIT === 'on') limitConnections(app, { trustProxy: settings.TRUST_PROXY });
  const onError = (error: unknown) => app.log.warn({ err: error }, 'a dependency is away');

  const needed = connectionsOf(settings);
  if (settings.DATABASE_URL !== undefined) await checkDatabase(settings.DATABASE_URL, needed);
  const postgres = settings.DATABASE_URL === undefined ? await startPostgres(dataDir, needed) : undefined;
  if (postgres) undo.push(postgres.stop);
  const url = postgres?.url ?? settings.DATABASE_URL ?? '';
  const pool = (name: string, max: number) => {
    const made = createPool(url, { name, max, onError });
    undo.push(() => made.end());
    return made;
  };
  const log = await openEventLog(
    { eventStoreUrl: settings.EVENTSTORE_URL, databaseUrl: url, readers: settings.LOG_POOL },
    onError,
  );
  undo.push(log.close);

  const commands = await prepareCommandService(
    {
      masterKey,
      signingKey,
      accessTokenTtl: settings.ACCESS_TOKEN_TTL,
      guestPassword: settings.GUEST_PASSWORD,
      guestResetHours: settings.GUEST_RESET_HOURS,
      guestMaxAnecdotes: settings.GUEST_MAX_ANECDOTES,
      redditBaseUrl: settings.REDDIT_BASE_URL,
      isRateLimited: settings.RATE_LIMIT === 'on',
      publicUrl: settings.PUBLIC_URL,
    },
    { log, vault: pool('vault', settings.VAULT_POOL) },
  );

  const registry = createRegistry();
  const projecting = pool('projector', PROJECTOR_POOL);
  await dropViewsOfAnotherLog(projecting, log);
  await migrateProjection(projecting, projectors);
  const positions = await followPositions(url, projecting, onError);
  undo.push(positions.stop);
  let measure: ReturnType<typeof measureProjection> | undefined;
  const projection = await startProjection(
    { pool: projecting, source: log, keys: commands.keys, projectors },
    { onMove: positions.advanceTo, onBatch: (report) => measure?.(report, new Date()), onError: onError },
  );
  measure = measureProjection(registry, projection.health);
  undo.push(projection.stop);

  const lastPositions = createLastPositions();
  const readers = pool('reader', settings.READER_POOL);
  measureRequests(app, registry, 'embedded');
  sendSecurityHeaders(app, settings);
  await serveWebApp(app, limitUnknownRoutes(app, commands.limiter));
  operatorRoutes(app, { registry, readers, health: projection.health, shortages });
  await app.register(commandService({ ...commands, lastPositions }, registry));
  const keepsMails = settings.SMTP_URL === undefined && settings.NODE_ENV !== 'production';
  await app.register(
    projectionService({
      readers,
      positions,
      ...commands,
      lastPositions,
      cursorSecret: masterKey,
      renewToken: createTokenRenewal(commands.vault, commands.signer),
      showsEmailStatistics: settings.NODE_ENV !== 'production',
      testUsers: settings.ANALYTICS_TEST_USERS,
      configuration: {
        guest: { username: 'guest', password: settings.GUEST_PASSWORD },
        production: settings.NODE_ENV === 'production',
        local_mailbox: keepsMails ? '/dev/mailbox' : null,
        analytics_url: settings.ANALYTICS_URL ?? null,
      },
    }),
  );
  if (keepsMails) mailboxRoute(app, commands);
  undo.push(() => app.close());
  await app.listen({ host: settings.HOST, port: settings.PORT });

  const { address: ip, family, port } = app.server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${ip}]` : ip;
  const address = `http://${host}:${port}`;
  const mail = startMail(commands, {
    smtpUrl: settings.SMTP_URL,
    from: settings.MAIL_FROM,
    baseUrl: () => settings.PUBLIC_URL ?? address,
    announce,
    onError: (error) => app.log.warn({ err: error }, 'a mail is not sent yet'),
  });
  undo.push(mail.stop);
  return {
    address,
    directory: postgres?.directory,
    databaseEnded: postgres?.crashed ?? new Promise(() => {}),
  };
}

/** Connections to the database that all pools together may open. */
function connectionsOf({ EVENTSTORE_URL, VAULT_POOL, READER_POOL, LOG_POOL }: Settings): number {
  const log = EVENTSTORE_URL === undefined ? LOG_POOL + LOG_WRITERS : 0;
  return VAULT_POOL + READER_POOL + PROJECTOR_CONNECTIONS + log;
}
