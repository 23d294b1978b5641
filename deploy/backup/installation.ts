import type { OnStop } from '@anecdotes/contracts/server/assemble';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import type pg from 'pg';
import { type OpenEventLog, openEventLog } from '../embedded/event-log.ts';

/** What is backed up, and where a backup is restored. */
export type Installation = {
  readonly log: OpenEventLog;
  /** The database with the vault. */
  readonly vault: pg.Pool;
  /** True when the log is there too. */
  readonly isLogInVault: boolean;
};

/** Where log and vault are. */
export type Addresses = { readonly databaseUrl: string; readonly eventStoreUrl: string | undefined };

const LOG_READERS = 2;
const VAULT_CONNECTIONS = 2;
/** Those two pools, and one that may write to the log. */
export const BACKUP_CONNECTIONS = LOG_READERS + VAULT_CONNECTIONS + 1;
/** A page of a vault may hold much of an import, and the streams of a restored log are counted at once. */
const STATEMENT_MS = 3_600_000;

/** Opens the installation at `addresses`, the tables of whose log are made unless `isMade`. Throws ConfigurationError. */
export async function openAt(
  { databaseUrl, eventStoreUrl }: Addresses,
  { isMade }: { isMade: boolean },
  onStop: OnStop,
): Promise<Installation> {
  const options = { name: 'backup', max: VAULT_CONNECTIONS, statementTimeout: STATEMENT_MS, onError: () => {} };
  const vault = createPool(databaseUrl, options);
  onStop(() => vault.end());
  const log = await openEventLog({ eventStoreUrl, databaseUrl, readers: LOG_READERS, isMade }, () => {});
  onStop(log.close);
  return { log, vault, isLogInVault: eventStoreUrl === undefined };
}
