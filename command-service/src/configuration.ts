import { z } from 'zod';

const bytes32 = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, { error: 'must be 32 bytes in base64' });

const wholeNumber = z.string().regex(/^\d+$/, { error: 'must be a whole number' }).transform(Number);

/** What the command side itself needs to know, wherever it runs. */
export const CommandSettings = z.object({
  /** Wraps the subject keys and marks usernames. */
  MASTER_KEY: bytes32,
  /** Ed25519 private key, PKCS #8 PEM. */
  SIGNING_KEY: z.string().startsWith('-----BEGIN PRIVATE KEY-----', { error: 'must be a PKCS #8 PEM' }),
  /** Seconds. */
  ACCESS_TOKEN_TTL: wholeNumber
    .pipe(
      z
        .int()
        .min(60)
        .max(7 * 24 * 60 * 60),
    )
    .prefault(String(12 * 60 * 60)),
  GUEST_PASSWORD: z.string().min(6).max(128).default('guest-demo'),
});
export type CommandSettings = z.infer<typeof CommandSettings>;

/** Settings of a command-service that runs as a process of its own. */
export const CommandConfiguration = CommandSettings.extend({
  DATABASE_URL: z.string().min(1),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber.pipe(z.int().max(65_535)).prefault('3001'),
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});
export type CommandConfiguration = z.infer<typeof CommandConfiguration>;
