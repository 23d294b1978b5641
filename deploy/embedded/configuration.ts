import { readConfiguration } from '@anecdotes/contracts/server/configuration';
import { EventStoreUrl } from '@anecdotes/contracts/server/eventstoredb-setting';
import { checkProduction, publicSettings } from '@anecdotes/contracts/server/public-settings';
import { RedditBaseUrl } from '@anecdotes/contracts/server/reddit-setting';
import { guestSettings, signingKey, wholeNumber } from '@anecdotes/contracts/server/service-settings';
import { z } from 'zod';

const Settings = z.object({
  ...publicSettings,
  ...guestSettings,
  REDDIT_BASE_URL: RedditBaseUrl,
  DATA_DIR: z.string().default('.data'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'Must be a postgres:// address' }).optional(),
  EVENTSTORE_URL: EventStoreUrl.optional(),
  MASTER_KEY: z
    .string()
    .refine((key) => Buffer.from(key, 'base64').length === 32, { error: 'Must be 32 bytes as base64' })
    .optional(),
  SIGNING_KEY: signingKey.optional(),
  ACCESS_TOKEN_TTL: wholeNumber(60, 7 * 86_400).default(43_200),
  GUEST_PASSWORD: z.string().min(6, { error: 'Must have at least 6 characters' }).max(128).default('guest-demo'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
});

export type Settings = z.infer<typeof Settings>;

/** Settings of the all-in-one program; throws ConfigurationError with one line for what is wrong or missing. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const settings = readConfiguration(Settings, environment);
  checkProduction(settings);
  return settings;
}
