import { checkpointSettings, TransparencyLog } from '@anecdotes/contracts/server/settings/checkpoint-settings';
import {
  admissionSettings,
  poolSettings,
  publicSettings,
  serviceSettings,
  wholeNumber,
} from '@anecdotes/contracts/server/settings/settings';
import { z } from 'zod';

/** Settings of a projection-service that runs as a separate process. */
export const ProjectionConfiguration = z.object({
  ...publicSettings,
  ...admissionSettings,
  ...serviceSettings,
  ...poolSettings,
  ...checkpointSettings,
  CHECKPOINT_KEY: checkpointSettings.CHECKPOINT_KEY.optional(),
  TRANSPARENCY_LOG: TransparencyLog,
  VAULT_POOL: poolSettings.VAULT_POOL.default(5),
  PORT: wholeNumber(0, 65_535).default(3002),
});
export type ProjectionConfiguration = z.infer<typeof ProjectionConfiguration>;
