import { publicSettings, serviceSettings, wholeNumber } from '@anecdotes/contracts/server/settings/settings';
import { z } from 'zod';

const service = z.url({ protocol: /^http$/, error: 'Must be an http:// address' });

/** Settings of the gateway. */
export const GatewayConfiguration = z.object({
  COMMAND_URL: service,
  PROJECTION_URL: service,
  PUBLIC_URL: publicSettings.PUBLIC_URL,
  ANALYTICS_URL: publicSettings.ANALYTICS_URL,
  MAP_TILE_URL: publicSettings.MAP_TILE_URL,
  GEOCODER_URL: publicSettings.GEOCODER_URL,
  HOST: serviceSettings.HOST,
  PORT: wholeNumber(0, 65_535).default(3000),
  LOG_LEVEL: serviceSettings.LOG_LEVEL,
  TRUST_PROXY: publicSettings.TRUST_PROXY,
  RATE_LIMIT: publicSettings.RATE_LIMIT,
});
export type GatewayConfiguration = z.infer<typeof GatewayConfiguration>;
