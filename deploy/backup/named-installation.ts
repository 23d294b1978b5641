import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { refuseNewerVault } from '@anecdotes/command-service/vault/migrate';
import type { OnStop } from '@anecdotes/contracts/server/assemble';
import { createEventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { checkMasterKey } from '@anecdotes/contracts/server/crypto/master-key';
import { checkDatabase } from '@anecdotes/contracts/server/postgres/pool';
import { ConfigurationError, readConfiguration } from '@anecdotes/contracts/server/settings/read-settings';
import { z } from 'zod';
import { dataFolderError } from '../embedded/data-folder.ts';
import { startPostgres } from '../embedded/postgres.ts';
import { installationSettings, openDataFolder, storedMasterKey } from '../shared/installation-settings.ts';
import { type Addresses, BACKUP_CONNECTIONS, type Installation, openAt } from './installation.ts';

const Settings = z.object(installationSettings);

/**
 * Opens the installation that the settings name, whether or not the program is running. Throws ConfigurationError, also
 * for a log or vault of a newer version, and for the master key of another vault: no restore would accept a backup of
 * this one with the right key.
 */
export async function openInstallation(environment: NodeJS.ProcessEnv, onStop: OnStop): Promise<Installation> {
  const open = (folder: string) => openDataFolder(folder, onStop);
  const masterKey = neededMasterKey(environment);
  const installation = await openAt(await addressesOf(environment, open), { hasTables: true }, onStop);
  await refuseNewerVault(installation.vault);
  await checkMasterKey(installation.vault, createEventKeys(installation.vault, masterKey));
  return installation;
}

/** Opens the target of a restore that the settings name, and creates its data folder. Throws ConfigurationError. */
export async function openTarget(environment: NodeJS.ProcessEnv, onStop: OnStop): Promise<Installation> {
  const start = async (folder: string) => {
    const fault = await dataFolderError(folder);
    if (fault !== undefined) throw new ConfigurationError(`${fault} Set DATA_DIR to a folder that can be written.`);
    const postgres = await startPostgres(folder);
    onStop(postgres.stop);
    return postgres.url;
  };
  return openAt(await addressesOf(environment, start), { hasTables: false }, onStop);
}

async function addressesOf(
  environment: NodeJS.ProcessEnv,
  openFolder: (folder: string) => Promise<string>,
): Promise<Addresses> {
  const { DATA_DIR, DATABASE_URL, EVENTSTORE_URL } = readConfiguration(Settings, environment);
  if (DATABASE_URL !== undefined) await checkDatabase(DATABASE_URL, BACKUP_CONNECTIONS);
  return { databaseUrl: DATABASE_URL ?? (await openFolder(resolve(DATA_DIR))), eventStoreUrl: EVENTSTORE_URL };
}

/** The master key of the settings or the data folder; undefined where there is none. Throws ConfigurationError. */
export function masterKeyOf(environment: NodeJS.ProcessEnv): Uint8Array | undefined {
  const { DATA_DIR, MASTER_KEY } = readConfiguration(Settings, environment);
  if (MASTER_KEY !== undefined) return MASTER_KEY;
  return existsSync(join(DATA_DIR, 'master.key')) ? storedMasterKey(DATA_DIR) : undefined;
}

/** The master key of the settings or the data folder. Throws ConfigurationError, also when there is none. */
export function neededMasterKey(environment: NodeJS.ProcessEnv): Uint8Array {
  const { DATA_DIR, MASTER_KEY } = readConfiguration(Settings, environment);
  return MASTER_KEY ?? storedMasterKey(DATA_DIR);
}
