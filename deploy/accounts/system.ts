import { resolve } from 'node:path';
import { type OperatorDependencies, openForOperator } from '@anecdotes/command-service/account/operator';
import { refuseNewerVault } from '@anecdotes/command-service/vault/migrate';
import type { RegistrationMode } from '@anecdotes/contracts';
import { assemble, type OnStop } from '@anecdotes/contracts/server/assemble';
import { createEventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { checkMasterKey } from '@anecdotes/contracts/server/crypto/master-key';
import { checkDatabase, createPool } from '@anecdotes/contracts/server/postgres/pool';
import { readConfiguration } from '@anecdotes/contracts/server/settings/read-settings';
import {
  admissionSettings,
  publicSettings,
  serviceSettings,
  wholeNumber,
} from '@anecdotes/contracts/server/settings/settings';
import { z } from 'zod';
import { openEventLog } from '../embedded/event-log.ts';
import { installationSettings, openDataFolder, storedMasterKey } from '../shared/installation-settings.ts';
import { webAddress } from '../shared/web-address.ts';

const Settings = z.object({
  ...installationSettings,
  PUBLIC_URL: publicSettings.PUBLIC_URL,
  REGISTRATION: admissionSettings.REGISTRATION,
  HOST: serviceSettings.HOST,
  PORT: wholeNumber(1, 65_535).default(3000),
});

type Settings = z.infer<typeof Settings>;

/** An opened installation whose accounts an operator can list. */
export type ReadSystem = {
  readonly deps: Pick<OperatorDependencies, 'vault' | 'keys' | 'clock'>;
  stop(): Promise<void>;
};

/** An opened installation whose accounts an operator can change. */
export type OperatedSystem = {
  readonly deps: OperatorDependencies;
  /** The start of every link, without a slash at the end. */
  readonly address: string;
  readonly registration: RegistrationMode;
  stop(): Promise<void>;
};

const CONNECTIONS = 4;
const LOG_READERS = 2;

/** Opens the vault that the settings in `environment` name, and changes nothing in it. Throws ConfigurationError. */
export async function openToRead(environment: NodeJS.ProcessEnv): Promise<ReadSystem> {
  const settings = readConfiguration(Settings, environment);
  return assemble(async (onStop) => {
    const { masterKey, vault } = await openVault(settings, { connections: CONNECTIONS, isReadOnly: true }, onStop);
    await refuseNewerVault(vault);
    const keys = createEventKeys(vault, masterKey);
    await checkMasterKey(vault, keys);
    return { deps: { vault, keys, clock: () => new Date() } };
  });
}

/**
 * Opens the log and the vault that the settings in `environment` name, whether or not the program is running. Throws
 * ConfigurationError.
 */
export async function openSystem(environment: NodeJS.ProcessEnv): Promise<OperatedSystem> {
  const settings = readConfiguration(Settings, environment);
  return assemble(async (onStop) => {
    const connections = CONNECTIONS + LOG_READERS + 1;
    const { masterKey, databaseUrl, vault } = await openVault(settings, { connections, isReadOnly: false }, onStop);
    const log = await openEventLog({ eventStoreUrl: settings.EVENTSTORE_URL, databaseUrl, readers: LOG_READERS });
    onStop(log.close);
    const deps = await openForOperator(masterKey, { log, vault });
    return { deps, address: publicAddress(settings), registration: settings.REGISTRATION };
  });
}

/** The start of every link that the settings give, without a slash at the end. */
export function publicAddress({ PUBLIC_URL, HOST, PORT }: Pick<Settings, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string {
  return PUBLIC_URL?.replace(/\/+$/, '') ?? webAddress(HOST, PORT);
}

/** The vault and its master key; the database must have `connections` left. */
async function openVault(
  settings: Settings,
  { connections, isReadOnly }: { connections: number; isReadOnly: boolean },
  onStop: OnStop,
) {
  const masterKey = settings.MASTER_KEY ?? storedMasterKey(settings.DATA_DIR);
  const databaseUrl = settings.DATABASE_URL ?? (await openDataFolder(resolve(settings.DATA_DIR), onStop));
  if (settings.DATABASE_URL !== undefined) await checkDatabase(databaseUrl, connections);
  const vault = createPool(databaseUrl, { name: 'accounts', max: CONNECTIONS, isReadOnly, onError: () => {} });
  onStop(() => vault.end());
  return { masterKey, databaseUrl, vault };
}
