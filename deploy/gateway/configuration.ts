import { publicSettings } from '@anecdotes/contracts/server/public-settings';
import { wholeNumber } from '@anecdotes/contracts/server/service-settings';
import { z } from 'zod';

const service = z.url({ protocol: /^http$/, error: 'Must be an http:// address' });

/** Settings of the gateway. */
export const GatewayConfiguration = z.object({
  COMMAND_URL: service,
  PROJECTION_URL: service,
  PUBLIC_URL: publicSettings.PUBLIC_URL,
  ANALYTICS_URL: publicSettings.ANALYTICS_URL,
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: publicSettings.TRUST_PROXY,
  RATE_LIMIT: publicSettings.RATE_LIMIT,
});
export type GatewayConfiguration = z.infer<typeof GatewayConfiguration>;
