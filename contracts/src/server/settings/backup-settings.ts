import { z } from 'zod';
import { wholeNumber } from './settings.ts';

const RECIPIENT = /^age1[a-z0-9-]{20,}$/;
const IDENTITY = /^AGE-SECRET-KEY-[A-Z0-9-]{20,}$/;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Settings of programs that make backups. */
export const backupSettings = {
  /** Public keys of age that backups are encrypted for; without one they are not encrypted. */
  BACKUP_AGE_RECIPIENT: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine((all) => all.every((one) => RECIPIENT.test(one)), {
      error: 'Must be public keys of age (age1…), with commas between them',
    })
    .default([]),
  /** How many backups are kept, and for how many days. */
  BACKUP_KEEP: wholeNumber(1, 100_000).default(30),
  BACKUP_KEEP_DAYS: wholeNumber(1, 36_500).default(30),
};

/** Settings of a program that makes backups by itself. */
export const ownBackupSettings = {
  ...backupSettings,
  BACKUP_DIR: z.string().optional(),
  /** In milliseconds. */
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,5}[smhd]$/, { error: 'Must be a time such as 30m, 6h or 1d' })
    .transform((text) => Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? 0) * 1_000)
    .default(6 * 3_600_000),
};

/** The private keys of age that open backups, as `age-keygen` writes them; lines with `#` are comments. */
export const BackupIdentity = z
  .string()
  .transform((text) => text.split(/\s*\n\s*/).filter((line) => line !== '' && !line.startsWith('#')))
  .refine((keys) => keys.length > 0 && keys.every((key) => IDENTITY.test(key)), {
    error: 'Must be private keys of age (AGE-SECRET-KEY-…), one a line',
  })
  .default([]);
