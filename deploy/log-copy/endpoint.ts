import { resolve } from 'node:path';
import { connectionStringError } from '@anecdotes/contracts/server/eventstoredb/address';
import { probeDatabase } from '@anecdotes/contracts/server/postgres/pool';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { dataFolderError } from '../embedded/data-folder.ts';
import { type OpenEventLog, openEventLog } from '../embedded/event-log.ts';
import { startPostgres } from '../embedded/postgres.ts';

const ignoreTrouble = () => {};

/**
 * Opens the log that `place` names: an address of EventStoreDB, one of a Postgres, or a data folder, whose Postgres
 * runs until the log is closed. Throws ConfigurationError.
 */
export async function openEndpoint(place: string): Promise<OpenEventLog> {
  if (/^esdb/.test(place)) {
    const fault = connectionStringError(place);
    if (fault !== undefined) throw new ConfigurationError(`This address cannot be used. ${fault}`);
    return openEventLog({ eventStoreUrl: place, databaseUrl: '' }, ignoreTrouble);
  }
  if (/^postgres(ql)?:/.test(place)) {
    const fault = await probeDatabase(place);
    if (fault !== undefined) throw new ConfigurationError(`This database cannot be used. ${fault}`);
    return openEventLog({ eventStoreUrl: undefined, databaseUrl: place }, ignoreTrouble);
  }
  if (/^[\w+]+:\/\//.test(place))
    throw new ConfigurationError('A log is an esdb:// or postgres:// address, or a folder.');

  const folder = resolve(place);
  const fault = dataFolderError(folder);
  if (fault !== undefined) throw new ConfigurationError(fault);
  const postgres = await startPostgres(folder);
  const opening = openEventLog({ eventStoreUrl: undefined, databaseUrl: postgres.url }, ignoreTrouble);
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
