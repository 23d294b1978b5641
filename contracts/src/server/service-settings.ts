import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';

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

const signingKey = z.string().refine(isSigningKey, { error: 'Must be an Ed25519 key as PKCS #8 PEM' });

function isSigningKey(text: string): boolean {
  if (!text.startsWith('-----BEGIN PRIVATE KEY-----')) return false;
  try {
    return createPrivateKey(text).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** Settings of the journal that everybody shares as guest. */
export const guestSettings = {
  /** 0 for never. */
  GUEST_RESET_HOURS: wholeNumber(0, 8_760).default(24),
  GUEST_MAX_ANECDOTES: wholeNumber(1, 1_000_000_000).default(20_000),
};

/** How many connections to the database each pool may have at once. */
export const poolSettings = {
  /** Two are held while keys or connections of an account change, and those changes need others. */
  VAULT_POOL: wholeNumber(4, 500).default(10),
  READER_POOL: wholeNumber(1, 500).default(10),
};

/** Settings that both services have when each runs as a process of its own. */
export const serviceSettings = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'Must be a postgres:// address' }),
  HOST: z.string().default('127.0.0.1'),
  MASTER_KEY: masterKey,
  SIGNING_KEY: signingKey,
  ACCESS_TOKEN_TTL: wholeNumber(60, 7 * 86_400).default(43_200),
  GUEST_PASSWORD: z.string().min(6, { error: 'Must have at least 6 characters' }).max(128).default('guest-demo'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
};
