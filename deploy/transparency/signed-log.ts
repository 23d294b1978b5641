import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkpointSettings } from '@anecdotes/contracts/server/settings/checkpoint-settings';
import { ConfigurationError, readConfiguration } from '@anecdotes/contracts/server/settings/read-settings';
import type { CheckpointKeys } from '@anecdotes/contracts/server/transparency/checkpoint-keys';
import type { CheckpointDestinations } from '@anecdotes/projection-service/transparency/checkpoint-destinations';
import { z } from 'zod';
import { keyIn } from '../shared/key-in.ts';

const Settings = z.object({
  DATA_DIR: z.string().default('.data'),
  ...checkpointSettings,
  CHECKPOINT_KEY: checkpointSettings.CHECKPOINT_KEY.optional(),
});

/** The keys of the log, undefined when there are none, and the destinations of its checkpoints. */
export type CheckpointSetting = {
  readonly keys: CheckpointKeys | undefined;
  readonly destinations: CheckpointDestinations & { readonly folder: string };
};

/** Reads the settings in `environment`, and the keys from these or the data folder. Throws ConfigurationError. */
export function readCheckpointSetting(environment: NodeJS.ProcessEnv): CheckpointSetting {
  const settings = readConfiguration(Settings, environment);
  const { DATA_DIR, CHECKPOINT_KEY, CHECKPOINT_DIR, CHECKPOINT_COMMAND, CHECKPOINT_URL, CHECKPOINT_WITNESSES } =
    settings;
  const keyFile = join(DATA_DIR, 'checkpoint.key');
  return {
    keys: CHECKPOINT_KEY ?? (existsSync(keyFile) ? keyIn(keyFile, checkpointSettings.CHECKPOINT_KEY) : undefined),
    destinations: {
      folder: CHECKPOINT_DIR ?? join(DATA_DIR, 'checkpoints'),
      command: CHECKPOINT_COMMAND,
      url: CHECKPOINT_URL,
      witnesses: CHECKPOINT_WITNESSES,
    },
  };
}

/** The keys of the log. Throws ConfigurationError when there are none. */
export function keysOf({ keys }: CheckpointSetting): CheckpointKeys {
  if (keys === undefined) throw new ConfigurationError('There is no key of the log. Set DATA_DIR or CHECKPOINT_KEY.');
  return keys;
}
