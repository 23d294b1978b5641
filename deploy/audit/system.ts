import { resolve } from 'node:path';
import type { EventLog } from '@anecdotes/command-service/event-log';
import { refuseNewerVault } from '@anecdotes/command-service/vault/migrate';
import { assemble } from '@anecdotes/contracts/server/assemble';
import { createEventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { checkMasterKey } from '@anecdotes/contracts/server/crypto/master-key';
import { checkDatabase, createPool } from '@anecdotes/contracts/server/postgres/pool';
import { readConfiguration } from '@anecdotes/contracts/server/settings/read-settings';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import type { Projection } from '@anecdotes/projection-service/projection/projection';
import { projectors } from '@anecdotes/projection-service/read-models';
import type pg from 'pg';
import { z } from 'zod';
import { MAX_FAILURES, openEventLog } from '../embedded/event-log.ts';
import { installationSettings, openDataFolder, storedMasterKey } from '../shared/installation-settings.ts';

/** The opened log, keys and views of an installation. */
export type AuditedSystem = Projection & {
  readonly source: EventLog & EventSource;
  /** Connections to the database with the log; undefined for a log in EventStoreDB. */
  readonly logPool: pg.Pool | undefined;
  stop(): Promise<void>;
};

/**
 * Opens the log, the vault and the views that the settings in `environment` name, whether or not the program is
 * running: the bundled Postgres of a data folder is started until `stop`, unless it already runs. Without `opensSeals`,
 * neither the master key nor write access to the database is needed. Throws ConfigurationError.
 */
export async function openSystem(
  environment: NodeJS.ProcessEnv,
  { opensSeals = true }: { opensSeals?: boolean } = {},
): Promise<AuditedSystem> {
  const settings = readConfiguration(z.object(installationSettings), environment);
  return assemble(async (onStop) => {
    const masterKey = opensSeals ? (settings.MASTER_KEY ?? storedMasterKey(settings.DATA_DIR)) : new Uint8Array(32);
    const databaseUrl = settings.DATABASE_URL ?? (await openDataFolder(resolve(settings.DATA_DIR), onStop));
    if (settings.DATABASE_URL !== undefined) await checkDatabase(databaseUrl, CONNECTIONS);
    const openPool = (name: string, max: number, isReadOnly = true) => {
      const pool = createPool(databaseUrl, { name: `audit ${name}`, max, isReadOnly, onError: () => {} });
      onStop(() => pool.end());
      return pool;
    };
    const log = { eventStoreUrl: settings.EVENTSTORE_URL, databaseUrl, readers: LOG_READERS, hasTables: true };
    const source = await openEventLog(log);
    onStop(source.close);
    const vault = openPool('vault', 1);
    const keys = createEventKeys(vault, masterKey);
    if (opensSeals) {
      await refuseNewerVault(vault);
      await checkMasterKey(vault, keys);
    }
    return {
      source,
      pool: openPool('views', VIEWS_CONNECTIONS, !opensSeals),
      keys,
      projectors,
      maxFailures: MAX_FAILURES,
      logPool: settings.EVENTSTORE_URL === undefined ? openPool('log', 1) : undefined,
    };
  });
}

const LOG_READERS = 2;
/** One of them holds the lock of a rebuild. */
const VIEWS_CONNECTIONS = 5;
/** Those above, one that writes to the log, one for the vault and one for the hash chain of the log. */
const CONNECTIONS = LOG_READERS + VIEWS_CONNECTIONS + 3;
