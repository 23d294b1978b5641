import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OnStop } from '@anecdotes/contracts/server/assemble';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { EventStoreUrl, serviceSettings } from '@anecdotes/contracts/server/settings/settings';
import { z } from 'zod';
import { runningPostgres, startPostgres } from '../embedded/postgres.ts';
import { keyIn } from './key-in.ts';

/** The settings that say where the log, the vault and the master key of an installation are. */
export const installationSettings = {
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: serviceSettings.DATABASE_URL.optional(),
  EVENTSTORE_URL: EventStoreUrl.optional(),
  MASTER_KEY: serviceSettings.MASTER_KEY.optional(),
};

/** The address of the bundled Postgres of a data folder. Starts it unless it runs, and passes its stop to `onStop`. */
export async function openDataFolder(folder: string, onStop: OnStop): Promise<string> {
  if (!hasData(folder)) throw new ConfigurationError(`There is no data in ${folder}. Set DATA_DIR or DATABASE_URL.`);
  const running = await runningPostgres(folder);
  if (running !== undefined) return running;
  const postgres = await startPostgres(folder);
  onStop(postgres.stop);
  return postgres.url;
}

/** True for a data folder with a bundled Postgres. */
export function hasData(folder: string): boolean {
  return ['postgres', 'postgres-elsewhere'].some((name) => existsSync(join(folder, name)));
}

/** The master key stored in a data folder. Throws ConfigurationError. */
export function storedMasterKey(folder: string): Uint8Array {
  const file = join(folder, 'master.key');
  if (!existsSync(file)) throw new ConfigurationError(`There is no ${file}. Set DATA_DIR or MASTER_KEY.`);
  return keyIn(file, serviceSettings.MASTER_KEY);
}
