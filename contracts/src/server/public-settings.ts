import { z } from 'zod';
import { ConfigurationError, requireInProduction } from './configuration.ts';

/** Settings that whoever answers visitors has in common: where it is reached, by which way mails go, how many calls. */
export const publicSettings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'Must be an http:// or https:// address' })
    .refine((url) => new URL(url).pathname === '/', { error: 'Must not have a path' })
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'Must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>@,;:"\r\n]{1,64} <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/, {
      error: 'Must be an address, or a name with an address in <>',
    })
    .optional(),
  ANALYTICS_URL: z.url({ protocol: /^https?$/, error: 'Must be an http:// or https:// address' }).optional(),
  ANALYTICS_TEST_USERS: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim().toLowerCase()))
    .refine((addresses) => addresses.every((address) => /^[^\s@]+@[^\s@]+$/.test(address)), {
      error: 'Must be e-mail addresses with commas between them',
    })
    .default([]),
  RATE_LIMIT: z.enum(['on', 'off'], { error: 'Must be on or off' }).default('on'),
};

type PublicSettings = z.infer<z.ZodObject<typeof publicSettings>>;

/** Throws ConfigurationError for what production needs and does not have, or must not have. */
export function checkProduction(settings: PublicSettings & Record<string, unknown>): void {
  if (settings.NODE_ENV !== 'production') return;
  requireInProduction(settings, ['SMTP_URL', 'PUBLIC_URL', 'MASTER_KEY', 'SIGNING_KEY']);
  if (settings.RATE_LIMIT === 'off') {
    throw new ConfigurationError('Wrong setting. RATE_LIMIT: Must not be off when NODE_ENV is production');
  }
}
