import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { composeCommandSide } from '@anecdotes/command-service/compose';
import { assemble, type OnStop } from '@anecdotes/contracts/server/assemble';
import { createTokenRenewal } from '@anecdotes/contracts/server/auth/sessions';
import { every } from '@anecdotes/contracts/server/concurrency/every';
import { limitConnections } from '@anecdotes/contracts/server/http/connection-limits';
import { createServiceServer, type HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { createLastPositions } from '@anecdotes/contracts/server/http/last-positions';
import { createRegistry, measureRequests, type Registry } from '@anecdotes/contracts/server/http/metrics';
import { limitUnknownRoutes } from '@anecdotes/contracts/server/http/unknown-routes';
import { checkDatabase, createPool } from '@anecdotes/contracts/server/postgres/pool';
import { unlessAborted } from '@anecdotes/contracts/server/process';
import {
  catchUp,
  followLog,
  keepLogTransparent,
  PROJECTOR_CONNECTIONS,
  PROJECTOR_POOL,
  readSideSettings,
} from '@anecdotes/projection-service/compose';
import { healthRoutes, operatorRoutes } from '@anecdotes/projection-service/operator-routes';
import { PAST_CONNECTIONS } from '@anecdotes/projection-service/past/past-views';
import { projectionService } from '@anecdotes/projection-service/service';
import { BACKUP_CONNECTIONS } from '../backup/installation.ts';
import { keepBackups, type OwnBackups } from '../backup/keep-backups.ts';
import { takeInThread } from '../backup/start-thread.ts';
import { webAddress } from '../shared/web-address.ts';
import type { Settings } from './configuration.ts';
import { type OpenEventLog, openEventLog } from './event-log.ts';
import { LOG_WRITERS } from './event-store.ts';
import { serveOperator } from './operator-server.ts';
import { startPostgres } from './postgres.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';
import { loadSecrets, signingKeyFile } from './secrets.ts';
import { sendSecurityHeaders } from './security-headers.ts';
import { inlineSources, serveWebApp } from './web-app.ts';

const ROTATION_CHECK_MS = 24 * 60 * 60 * 1000;

export type Product = {
  address: string;
  /** Where metrics are served; undefined if another program has the usual port. */
  metricsAddress: string | undefined;
  /** The folder of the bundled Postgres; undefined when another database is used. */
  directory: string | undefined;
  /** Resolves when the bundled Postgres ended without being asked to. */
  databaseEnded: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts everything in one process on one address: both services, their database and the web app; metrics have an
 * address of their own. Links in mails that are kept on this machine, not sent, are passed to `announce`. Throws the
 * reason of `stopRequest` when that aborts while the log is opened or the views catch up.
 */
export async function startProduct(
  settings: Settings,
  dataDir: string,
  announce: (line: string) => void,
  stopRequest: AbortSignal,
): Promise<Product> {
  const { BACKUP_AGE_RECIPIENT } = settings;
  // Imported only where it is used: the library of age takes time and memory.
  if (BACKUP_AGE_RECIPIENT.length > 0) (await import('../backup/encrypter.ts')).createEncrypter(BACKUP_AGE_RECIPIENT);
  return assemble(async (onStop) => {
    const { masterKey, signingKey, checkpointKeys } = loadSecrets(settings, dataDir);
    const { app, shortages, reportFailure } = createServiceServer(settings);
    if (settings.RATE_LIMIT === 'on') limitConnections(app, { trustProxy: settings.TRUST_PROXY });

    const needed = connectionsOf(settings);
    if (settings.DATABASE_URL !== undefined) await checkDatabase(settings.DATABASE_URL, needed);
    const postgres = settings.DATABASE_URL === undefined ? await startPostgres(dataDir, needed) : undefined;
    if (postgres) onStop(postgres.stop);
    const databaseUrl = postgres?.url ?? settings.DATABASE_URL ?? '';
    const openPool = (name: string, max: number) => {
      const pool = createPool(databaseUrl, { name, max, onError: reportFailure(`${name} pool`) });
      onStop(() => pool.end());
      return pool;
    };
    const log = await unlessAborted(
      stopRequest,
      openEventLog(
        { eventStoreUrl: settings.EVENTSTORE_URL, databaseUrl, readers: settings.LOG_POOL },
        reportFailure('event log'),
      ),
    );
    onStop(log.close);

    const commands = await composeCommandSide(
      { ...settings, MASTER_KEY: masterKey, SIGNING_KEY: signingKey },
      { log, vault: openPool('vault', settings.VAULT_POOL), onError: reportFailure('rate limits') },
    );
    const { deps } = commands;
    if (settings.SIGNING_KEY === undefined) {
      const rotate = async () =>
        deps.signingKeys.replace(rotateSigningKey(signingKeyFile(dataDir), settings.ACCESS_TOKEN_TTL));
      const rotation = every(ROTATION_CHECK_MS, rotate, reportFailure('rotation of the signing key'));
      onStop(rotation.stop);
      await rotation.runNow();
    }
    const registry = createRegistry();
    const pool = openPool('projector', PROJECTOR_POOL);
    const reportIncident = (sentence: string) => app.log.error(sentence);
    const resources = { databaseUrl, pool, source: log, keys: deps.keys, registry, reportFailure, reportIncident };
    const { positions, projection } = await followLog(resources, onStop);
    const checkpoints = { CHECKPOINT_DIR: join(dataDir, 'checkpoints'), ...settings, CHECKPOINT_KEY: checkpointKeys };
    const transparency = keepLogTransparent(resources, checkpoints, onStop);
    const backups = keepOwnBackups(settings, { ...resources, log, masterKey }, onStop);

    const lastPositions = createLastPositions();
    const readers = openPool('reader', settings.READER_POOL);
    measureRequests(app, registry, 'embedded');
    sendSecurityHeaders(app, settings, inlineSources());
    await serveWebApp(app, limitUnknownRoutes(app, deps.limiter));
    healthRoutes(app, {
      ...projection,
      troubles: () => [...transparency.troubles(), ...(backups?.troubles() ?? [])],
      ...(backups && { lastBackup: backups.last }),
      readers,
      shortages,
    });
    await commands.addTo(app, registry, lastPositions);
    await app.register(
      projectionService({
        ...deps,
        source: log,
        databaseUrl,
        readers,
        positions,
        lastPositions,
        cursorSecret: masterKey,
        transparency,
        renewToken: createTokenRenewal(deps.vault, deps.signer),
        ...readSideSettings(settings, commands.keepsMails ? '/dev/mailbox' : null),
      }),
    );
    const addRoutes = (operator: HttpServer) => operatorRoutes(operator, { ...projection, registry });
    const metricsAddress = await serveOperator(settings, addRoutes, onStop);
    onStop(() => app.close());
    await unlessAborted(stopRequest, catchUp(log, positions));
    await app.listen({ host: settings.HOST, port: settings.PORT });
    const listening = app.server.address() as AddressInfo;
    const address = webAddress(listening.address, listening.port);
    onStop(commands.sendMails(app, registry, address, announce).stop);
    return {
      address,
      metricsAddress,
      directory: postgres?.directory,
      databaseEnded: postgres?.crashed ?? new Promise<void>(() => {}),
    };
  });
}

/** Makes backups in BACKUP_DIR until stopped; undefined where that is not set. */
function keepOwnBackups(
  settings: Settings,
  resources: {
    readonly databaseUrl: string;
    readonly log: OpenEventLog;
    readonly masterKey: Uint8Array;
    readonly registry: Registry;
    reportIncident(sentence: string): void;
  },
  onStop: OnStop,
): OwnBackups | undefined {
  const { BACKUP_DIR, BACKUP_EVERY, BACKUP_AGE_RECIPIENT, BACKUP_KEEP, BACKUP_KEEP_DAYS, EVENTSTORE_URL } = settings;
  if (BACKUP_DIR === undefined) return undefined;
  const { databaseUrl, log, masterKey, registry, reportIncident } = resources;
  const folder = resolve(BACKUP_DIR);
  const keeping = { count: BACKUP_KEEP, days: BACKUP_KEEP_DAYS };
  const options = { folder, masterKey, recipients: BACKUP_AGE_RECIPIENT, keeping };
  const backups = keepBackups(
    { folder, every: BACKUP_EVERY, log, registry },
    (signal) => takeInThread({ databaseUrl, eventStoreUrl: EVENTSTORE_URL }, options, signal),
    reportIncident,
  );
  onStop(backups.stop);
  return backups;
}

/** The number of connections to the database that all pools together may open. */
function connectionsOf({ EVENTSTORE_URL, BACKUP_DIR, VAULT_POOL, READER_POOL, LOG_POOL }: Settings): number {
  const log = EVENTSTORE_URL === undefined ? LOG_POOL + LOG_WRITERS : 0;
  const backup = BACKUP_DIR === undefined ? 0 : BACKUP_CONNECTIONS;
  return VAULT_POOL + READER_POOL + PROJECTOR_CONNECTIONS + PAST_CONNECTIONS + log + backup;
}
