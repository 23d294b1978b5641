import type { OnStop } from '@anecdotes/contracts/server/assemble';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import type pg from 'pg';
import { type OpenEventLog, openEventLog } from '../embedded/event-log.ts';

/** An opened log and vault, to back up or to restore into. */
export type Installation = {
  readonly log: OpenEventLog;
  /** The database with the vault. */
  readonly vault: pg.Pool;
  /** True when the log is in the same database. */
  readonly isLogInVault: boolean;
};

/** Where log and vault are. */
export type Addresses = { readonly databaseUrl: string; readonly eventStoreUrl: string | undefined };

const LOG_READERS = 2;
const VAULT_CONNECTIONS = 2;
/** The connections of both pools, and one that writes to the log. */
export const BACKUP_CONNECTIONS = LOG_READERS + VAULT_CONNECTIONS + 1;
/** One hour: a page of the vault may hold a large import, and one query groups all events of a restored log. */
const STATEMENT_MS = 3_600_000;

/** Opens the installation at `addresses`; creates its log's tables unless `hasTables`. Throws ConfigurationError. */
export async function openAt(
  { databaseUrl, eventStoreUrl }: Addresses,
  { hasTables }: { hasTables: boolean },
  onStop: OnStop,
): Promise<Installation> {
  const options = { name: 'backup', max: VAULT_CONNECTIONS, statementTimeout: STATEMENT_MS, onError: () => {} };
  const vault = createPool(databaseUrl, options);
  onStop(() => vault.end());
  const log = await openEventLog({ eventStoreUrl, databaseUrl, readers: LOG_READERS, hasTables });
  onStop(log.close);
  return { log, vault, isLogInVault: eventStoreUrl === undefined };
}
