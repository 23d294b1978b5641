import { resolve } from 'node:path';
import { connectionStringError } from '@anecdotes/contracts/server/eventstoredb/address';
import { probeDatabase } from '@anecdotes/contracts/server/postgres/pool';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { dataFolderError } from '../embedded/data-folder.ts';
import { type OpenEventLog, openEventLog } from '../embedded/event-log.ts';
import { startPostgres } from '../embedded/postgres.ts';
import { hasData } from '../shared/installation-settings.ts';

const eventStoreDb = /^esdb(?:\+discover)?:/;

/** Opens the log to copy from like `openEndpoint`, but never creates a data folder. Throws ConfigurationError. */
export async function openSource(endpoint: string): Promise<OpenEventLog> {
  if (isFolder(endpoint) && !hasData(endpoint)) throw new ConfigurationError(`There is no data in ${endpoint}.`);
  return openEndpoint(endpoint);
}

function isFolder(endpoint: string): boolean {
  return !eventStoreDb.test(endpoint) && !/^[\w+]+:\/\//.test(endpoint);
}

/**
 * Opens the log that `endpoint` names: an address of EventStoreDB, one of a Postgres, or a data folder, whose Postgres
 * runs until the log is closed. Throws ConfigurationError.
 */
export async function openEndpoint(endpoint: string): Promise<OpenEventLog> {
  if (eventStoreDb.test(endpoint)) {
    const fault = connectionStringError(endpoint);
    if (fault !== undefined) throw new ConfigurationError(`This address cannot be used. ${fault}`);
    return openEventLog({ eventStoreUrl: endpoint, databaseUrl: '' });
  }
  if (/^postgres(ql)?:/.test(endpoint)) {
    const fault = await probeDatabase(endpoint);
    if (fault !== undefined) throw new ConfigurationError(`This database cannot be used. ${fault}`);
    return openEventLog({ eventStoreUrl: undefined, databaseUrl: endpoint });
  }
  if (!isFolder(endpoint)) throw new ConfigurationError('A log is an esdb:// or postgres:// address, or a folder.');

  const folder = resolve(endpoint);
  const fault = await dataFolderError(folder);
  if (fault !== undefined) throw new ConfigurationError(fault);
  const postgres = await startPostgres(folder);
  const opening = openEventLog({ eventStoreUrl: undefined, databaseUrl: postgres.url });
  const log = await opening.catch(async (error: unknown) => {
    await postgres.stop();
    throw error;
  });
  const close = async () => {
    await log.close();
    await postgres.stop();
  };
  return { ...log, close };
}
