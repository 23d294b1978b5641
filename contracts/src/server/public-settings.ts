import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { ConfigurationError, requireInProduction } from './configuration.ts';

/** Settings that whoever answers visitors has in common: where it is reached, by which way mails go, how many calls. */
export const publicSettings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'Must be an http:// or https:// address', abort: true })
    .refine((url) => new URL(url).href === `${new URL(url).origin}/`, { error: 'Must end with its host or port' })
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
  TRUST_PROXY: z
    .string()
    .refine((text) => text.split(',').every((proxy) => isProxy(proxy.trim())), {
      error:
        'Must be IP addresses, ranges like 10.0.0.0/8, loopback, linklocal or uniquelocal, with commas between them',
    })
    .optional(),
  RATE_LIMIT: z.enum(['on', 'off'], { error: 'Must be on or off' }).default('on'),
};

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits] = text.split('/');
  return isIP(address) > 0 && (bits === undefined || (ipaddr.isValidCIDR(text) && Number(bits) > 0));
}

type PublicSettings = z.infer<z.ZodObject<typeof publicSettings>>;

/** Throws ConfigurationError for what production needs and does not have, or must not have. */
export function checkProduction(settings: PublicSettings & Record<string, unknown>): void {
  if (settings.NODE_ENV !== 'production') return;
  requireInProduction(settings, ['SMTP_URL', 'PUBLIC_URL', 'MASTER_KEY', 'SIGNING_KEY']);
  if (settings.RATE_LIMIT === 'off') {
    throw new ConfigurationError('Wrong setting. RATE_LIMIT: Must not be off when NODE_ENV is production');
  }
}
