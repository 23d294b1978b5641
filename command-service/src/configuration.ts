import {
  admissionSettings,
  byteSettings,
  guestSettings,
  poolSettings,
  publicSettings,
  quotaSettings,
  RedditBaseUrl,
  serviceSettings,
  wholeNumber,
} from '@anecdotes/contracts/server/settings/settings';
import { z } from 'zod';

/** Settings of a command-service that runs as a process of its own. */
export const CommandConfiguration = z.object({
  ...publicSettings,
  ...admissionSettings,
  ...serviceSettings,
  ...guestSettings,
  ...byteSettings,
  ...quotaSettings,
  VAULT_POOL: poolSettings.VAULT_POOL,
  REDDIT_BASE_URL: RedditBaseUrl,
  PORT: wholeNumber(0, 65_535).default(3001),
});
export type CommandConfiguration = z.infer<typeof CommandConfiguration>;
