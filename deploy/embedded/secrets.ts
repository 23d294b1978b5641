import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { checkpointSettings } from '@anecdotes/contracts/server/settings/checkpoint-settings';
import { serviceSettings } from '@anecdotes/contracts/server/settings/settings';
import { type CheckpointKeys, newCheckpointKey } from '@anecdotes/contracts/server/transparency/checkpoint-keys';
import type { z } from 'zod';
import { keyIn } from '../shared/key-in.ts';
import type { Settings } from './configuration.ts';
import { writeNew } from './write-new.ts';

export type Secrets = { masterKey: Uint8Array; signingKey: string; checkpointKeys: CheckpointKeys };

/**
 * The keys from the settings, or else from files in the data folder, which the first start creates with mode 600.
 * Throws ConfigurationError for a file that holds no key.
 */
export function loadSecrets(settings: Settings, dataDir: string): Secrets {
  const { MASTER_KEY, SIGNING_KEY, CHECKPOINT_KEY, PUBLIC_URL } = settings;
  const newMasterKey = () => randomBytes(32).toString('base64');
  return {
    masterKey: MASTER_KEY ?? storedOrNew(join(dataDir, 'master.key'), serviceSettings.MASTER_KEY, newMasterKey),
    signingKey: SIGNING_KEY ?? storedOrNew(signingKeyFile(dataDir), serviceSettings.SIGNING_KEY, newSigningKey),
    checkpointKeys:
      CHECKPOINT_KEY ??
      storedOrNew(join(dataDir, 'checkpoint.key'), checkpointSettings.CHECKPOINT_KEY, () =>
        newCheckpointKey(PUBLIC_URL),
      ),
  };
}

/** The file of the signing keys that no setting gives. */
export function signingKeyFile(dataDir: string): string {
  return join(dataDir, 'signing.key');
}

function storedOrNew<Key>(file: string, setting: z.ZodType<Key>, make: () => string): Key {
  if (!existsSync(file)) writeNew(file, make());
  return keyIn(file, setting);
}
