import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSigningKey } from '@anecdotes/contracts/server/tokens';
import type { Settings } from './configuration.ts';

export type Secrets = { masterKey: Uint8Array; signingKey: string };

/** The keys from the settings, or those in the data folder, made at the first start with mode 600. */
export function loadSecrets(settings: Settings, dataDir: string): Secrets {
  const master =
    settings.MASTER_KEY ?? remembered(join(dataDir, 'master.key'), () => randomBytes(32).toString('base64'));
  const signing = settings.SIGNING_KEY ?? remembered(join(dataDir, 'signing.key'), newSigningKey);
  return { masterKey: Buffer.from(master, 'base64'), signingKey: signing };
}

function remembered(file: string, make: () => string): string {
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600, flag: 'wx', flush: true });
  return readFileSync(file, 'utf8');
}
