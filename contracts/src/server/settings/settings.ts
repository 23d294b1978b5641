import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { RegistrationMode } from '../../account/views.ts';
import { REDDIT } from '../../reddit-address.ts';
import { createSigningKeys } from '../auth/signing-keys.ts';
import { connectionStringError } from '../eventstoredb/address.ts';
import { mapSettings } from './map-settings.ts';
import { ConfigurationError, EMPTY_IS_OFF, requireInProduction } from './read-settings.ts';

/** A setting that is a whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, { error: 'Must be a whole number' })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `Must be between ${min} and ${max}` });
}

const masterKey = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, { error: 'Must be 32 bytes as base64' });

/** One key, or several, the newest first. */
const signingKey = z.string().refine(isSigningKey, { error: 'Must be an Ed25519 key as PKCS #8 PEM' });

function isSigningKey(text: string): boolean {
  if (!text.startsWith('-----BEGIN PRIVATE KEY-----')) return false;
  try {
    createSigningKeys(text);
    return true;
  } catch {
    return false;
  }
}

/** Who may register, and whether there is a guest account. */
export const admissionSettings = {
  REGISTRATION: RegistrationMode.default('open'),
  GUEST: z.enum(['on', 'off'], { error: 'Must be on or off' }).default('on'),
};

/** Settings of the journal that all guests share. */
export const guestSettings = {
  /** The journal is emptied after this many hours; 0 for never. */
  GUEST_RESET_HOURS: wholeNumber(0, 8_760).default(24),
  GUEST_MAX_ANECDOTES: wholeNumber(1, 1_000_000_000).default(20_000),
};

/** How many bytes may be written in a day. */
export const byteSettings = {
  ACCOUNT_DAILY_BYTES: wholeNumber(1, 1_000_000_000_000).default(256 * 1024 * 1024),
  /** For all guests together, and for guests from one address. */
  GUEST_DAILY_BYTES: wholeNumber(1, 1_000_000_000_000).default(64 * 1024 * 1024),
  GUEST_ADDRESS_DAILY_BYTES: wholeNumber(1, 1_000_000_000_000).default(8 * 1024 * 1024),
};

/** How much a member's journal may hold; unlimited without these settings. */
export const quotaSettings = {
  ACCOUNT_MAX_ANECDOTES: wholeNumber(1, 1_000_000_000).optional(),
  /** Counts everything that was ever written, even if edited or deleted since, because the log keeps it. */
  ACCOUNT_MAX_BYTES: wholeNumber(1, 1_000_000_000_000).optional(),
};

/** Where limits are counted: in each process by itself, or in Postgres for all of them. */
export const RateLimitStore = z.enum(['memory', 'postgres'], { error: 'Must be memory or postgres' });

/** How many connections to the database each pool may have at once. */
export const poolSettings = {
  /** Changes of an account's keys or links hold two connections and need more, hence at least four. */
  VAULT_POOL: wholeNumber(4, 500).default(10),
  READER_POOL: wholeNumber(1, 500).default(10),
};

/** Settings that both services have when each runs as a process of its own. */
export const serviceSettings = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'Must be a postgres:// address' }),
  HOST: z.string().default('127.0.0.1'),
  MASTER_KEY: masterKey,
  SIGNING_KEY: signingKey,
  RATE_LIMIT_STORE: RateLimitStore.default('postgres'),
  ACCESS_TOKEN_TTL: wholeNumber(60, 7 * 86_400).default(43_200),
  GUEST_PASSWORD: z.string().min(6, { error: 'Must have at least 6 characters' }).max(128).default('guest-demo'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'Must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
};

/** Settings that all programs with visitors share: public address, mails, analytics, maps, proxies, rate limits. */
export const publicSettings = {
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'Must be development, production or test' })
    .default('development'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'Must be an http:// or https:// address', abort: true })
    .refine((url) => new URL(url).href === `${new URL(url).origin}/`, {
      error: 'Must have nothing after its host or port',
    })
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
      error: 'Must be e-mail addresses separated by commas',
    })
    .default([]),
  ...mapSettings,
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

/** Throws ConfigurationError for a setting that production needs and that is missing, or that it must not have. */
export function checkProduction(settings: PublicSettings & Record<string, unknown>): void {
  if (settings.NODE_ENV !== 'production') return;
  requireInProduction(settings, ['SMTP_URL', 'PUBLIC_URL', 'MASTER_KEY', 'SIGNING_KEY']);
  if (settings.RATE_LIMIT === 'off') {
    throw new ConfigurationError('Wrong setting. RATE_LIMIT: Must not be off when NODE_ENV is production');
  }
}

/** The setting EVENTSTORE_URL: a connection string of a server or a cluster. Error messages never repeat its value. */
export const EventStoreUrl = z.string().superRefine((value, context) => {
  const message = connectionStringError(value);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

/** The server of Reddit posts: an https:// address without a path, http:// on this machine only; null for no import. */
export const RedditBaseUrl = z
  .string()
  .refine((text) => isOff(text) || isBase(text), { error: 'Must be an https:// address without a path, or off' })
  .transform((text) => (isOff(text) ? null : new URL(text).origin))
  .default(REDDIT)
  .meta(EMPTY_IS_OFF);

function isOff(text: string): boolean {
  return text === '' || text === 'off';
}

function isBase(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || `${url.username}${url.password}${url.search}${url.hash}` !== '' || url.pathname !== '/')
    return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return host === 'localhost' || (isIP(host) > 0 && ipaddr.process(host).range() === 'loopback');
}
