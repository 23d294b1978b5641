import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { serviceSettings } from '@anecdotes/contracts/server/settings/settings';
import type { z } from 'zod';
import type { Settings } from './configuration.ts';

export type Secrets = { masterKey: Uint8Array; signingKey: string };

/**
 * The keys from the settings, or those in the data folder, made at the first start with mode 600. Throws
 * ConfigurationError for a file that holds no key.
 */
export function loadSecrets({ MASTER_KEY, SIGNING_KEY }: Settings, dataDir: string): Secrets {
  const newMasterKey = () => randomBytes(32).toString('base64');
  return {
    masterKey: MASTER_KEY ?? remembered(join(dataDir, 'master.key'), serviceSettings.MASTER_KEY, newMasterKey),
    signingKey: SIGNING_KEY ?? remembered(join(dataDir, 'signing.key'), serviceSettings.SIGNING_KEY, newSigningKey),
  };
}

function remembered<Key>(file: string, setting: z.ZodType<Key>, make: () => string): Key {
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600, flag: 'wx', flush: true });
  const { data, error } = setting.safeParse(readFileSync(file, 'utf8'));
  if (error)
    throw new ConfigurationError(`Cannot use ${file}: ${error.issues[0]?.message}. Bring it back from a backup.`);
  return data;
}
