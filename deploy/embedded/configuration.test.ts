import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { expect, test } from 'vitest';
import { readSettings } from './configuration.ts';

test.each([
  ['PORT', 'abc', 'Must be a whole number'],
  ['METRICS_PORT', '3000', 'Must be another one than PORT'],
  ['GUEST_PASSWORD', 'short', 'Must have at least 6 characters'],
  ['GUEST_RESET_HOURS', 'daily', 'Must be a whole number'],
  ['GUEST_MAX_ANECDOTES', '0', 'Must be between 1 and 1000000000'],
  ['MASTER_KEY', 'c2VjcmV0', 'Must be 32 bytes as base64'],
  ['DATABASE_URL', 'mysql://x', 'Must be a postgres:// address'],
  ['SMTP_URL', 'http://x', 'Must be an smtp:// or smtps:// address'],
  ['PUBLIC_URL', 'ftp://x', 'Must be an http:// or https:// address'],
  ['PUBLIC_URL', 'journal.example', 'Must be an http:// or https:// address'],
  ['PUBLIC_URL', 'https://journal.example/?a', 'Must have nothing after its host or port'],
  ['VAULT_POOL', '3', 'Must be between 4 and 500'],
  ['BACKUP_EVERY', 'daily', 'Must be a time such as 30m, 6h or 1d'],
  ['BACKUP_AGE_RECIPIENT', 'AGE-SECRET-KEY-1', 'Must be public keys of age (age1…), with commas between them'],
  ['BACKUP_KEEP', '0', 'Must be between 1 and 100000'],
  ['RATE_LIMIT', 'no', 'Must be on or off'],
  ['REDDIT_BASE_URL', 'http://reddit.example', 'Must be an https:// address without a path, or off'],
])('an invalid %s is reported in one line without its value: %s', (name, value, message) => {
  const error = new ConfigurationError(`Wrong setting. ${name}: ${message}`);
  expect(() => readSettings({ [name]: value })).toThrow(error);
});

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://journal.example' };

test('in production every missing setting is named', () => {
  const missing = ['SMTP_URL', 'MASTER_KEY', 'SIGNING_KEY'];
  const named = missing.map((name) => `${name}: Must be given when NODE_ENV is production`).join('; ');
  expect(() => readSettings(production)).toThrow(new ConfigurationError(`Missing setting. ${named}`));
});

test('in production the rate limits cannot be switched off', () => {
  const keys = { MASTER_KEY: Buffer.alloc(32, 1).toString('base64'), SIGNING_KEY: newSigningKey() };
  const given = { ...production, ...keys, SMTP_URL: 'smtp://mail' };
  expect(readSettings(given).RATE_LIMIT).toBe('on');
  const error = new ConfigurationError('Wrong setting. RATE_LIMIT: Must not be off when NODE_ENV is production');
  expect(() => readSettings({ ...given, RATE_LIMIT: 'off' })).toThrow(error);
});
