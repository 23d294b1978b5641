import { ownBackupSettings } from '@anecdotes/contracts/server/settings/backup-settings';
import { checkpointSettings, TransparencyLog } from '@anecdotes/contracts/server/settings/checkpoint-settings';
import { ConfigurationError, readConfiguration } from '@anecdotes/contracts/server/settings/read-settings';
import {
  admissionSettings,
  byteSettings,
  checkProduction,
  EventStoreUrl,
  guestSettings,
  poolSettings,
  publicSettings,
  quotaSettings,
  RateLimitStore,
  RedditBaseUrl,
  serviceSettings,
  wholeNumber,
} from '@anecdotes/contracts/server/settings/settings';
import { z } from 'zod';
import { LOG_READERS } from './event-store.ts';

const Settings = z.object({
  ...serviceSettings,
  ...publicSettings,
  ...admissionSettings,
  ...guestSettings,
  ...byteSettings,
  ...quotaSettings,
  ...poolSettings,
  ...checkpointSettings,
  ...ownBackupSettings,
  CHECKPOINT_KEY: checkpointSettings.CHECKPOINT_KEY.optional(),
  TRANSPARENCY_LOG: TransparencyLog,
  VAULT_POOL: poolSettings.VAULT_POOL.default(5),
  LOG_POOL: wholeNumber(2, 500).default(LOG_READERS),
  REDDIT_BASE_URL: RedditBaseUrl,
  DATA_DIR: z.string().default('.data'),
  PORT: wholeNumber(0, 65_535).default(3000),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  EVENTSTORE_URL: EventStoreUrl.optional(),
  DATABASE_URL: serviceSettings.DATABASE_URL.optional(),
  MASTER_KEY: serviceSettings.MASTER_KEY.optional(),
  SIGNING_KEY: serviceSettings.SIGNING_KEY.optional(),
  RATE_LIMIT_STORE: RateLimitStore.default('memory'),
  LOG_LEVEL: serviceSettings.LOG_LEVEL.default('warn'),
});

export type Settings = z.infer<typeof Settings>;

/**
 * Reads the settings of the all-in-one program. Throws ConfigurationError with one line for what is wrong or missing.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const settings = readConfiguration(Settings, environment);
  checkProduction(settings);
  if (settings.METRICS_PORT === settings.PORT && settings.PORT !== 0) {
    throw new ConfigurationError('Wrong setting. METRICS_PORT: Must be another one than PORT');
  }
  return settings;
}
