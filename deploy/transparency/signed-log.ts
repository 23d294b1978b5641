import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkpointSettings } from '@anecdotes/contracts/server/settings/checkpoint-settings';
import { ConfigurationError, readConfiguration } from '@anecdotes/contracts/server/settings/read-settings';
import { type CheckpointKeys, checkpointKeysOf } from '@anecdotes/contracts/server/transparency/checkpoint-keys';
import type { CheckpointDestinations } from '@anecdotes/projection-service/transparency/checkpoint-destinations';
import { z } from 'zod';

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
  return {
    keys: CHECKPOINT_KEY ?? storedKeys(join(DATA_DIR, 'checkpoint.key')),
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

function storedKeys(file: string): CheckpointKeys | undefined {
  if (!existsSync(file)) return undefined;
  const keys = checkpointKeysOf(readFileSync(file, 'utf8'));
  if (keys === undefined)
    throw new ConfigurationError(`Cannot use ${file}: it contains no valid keys. Restore it from a backup.`);
  return keys;
}
