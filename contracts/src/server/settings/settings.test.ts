import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { newSigningKey } from '../auth/tokens.ts';
import { explain } from '../process.ts';
import { ConfigurationError, readConfiguration } from './read-settings.ts';
import { publicSettings, RedditBaseUrl, serviceSettings } from './settings.ts';

test.each([
  ['127.0.0.1', true],
  ['loopback, 10.0.0.0/8,fd00::/8', true],
  ['true', false],
  ['1', false],
  ['proxy.example', false],
  ['10.0.0.0/0', false],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
  ['loopback,', false],
])('TRUST_PROXY may be %s: %s', (value, isRight) => {
  expect(publicSettings.TRUST_PROXY.safeParse(value).success).toBe(isRight);
});

test('a signing key must be one that can be read, of the right kind', () => {
  const other = generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const keys = [newSigningKey(), newSigningKey().replace('MC4', 'MC5'), '-----BEGIN PRIVATE KEY-----\nabc', other];
  expect(keys.map((key) => serviceSettings.SIGNING_KEY.safeParse(key).success)).toEqual([true, false, false, false]);
});

test('an address that this machine does not have is told in one line', async () => {
  const error = await new Promise((resolve) => createServer().on('error', resolve).listen(0, 'nowhere.invalid'));
  expect(explain(error)).toBe('This address or port may not be used. Set HOST and PORT.');
});

const Settings = z.object({ REDDIT_BASE_URL: RedditBaseUrl, HOST: z.string().default('here') });
const read = (value?: string) => readConfiguration(Settings, { REDDIT_BASE_URL: value, HOST: '' });

test('posts come from the public site unless another is given', () => {
  expect(read()).toEqual({ REDDIT_BASE_URL: 'https://www.reddit.com', HOST: 'here' });
  expect(read('https://mirror.example/').REDDIT_BASE_URL).toBe('https://mirror.example');
});

test('an empty value, or off, turns the import off', () => {
  expect(read('').REDDIT_BASE_URL).toBeNull();
  expect(read('off').REDDIT_BASE_URL).toBeNull();
});

test('plain http is for this machine only', () => {
  for (const base of ['http://127.0.0.1:8090', 'http://localhost:8090', 'http://[::1]:8090']) {
    expect(read(base).REDDIT_BASE_URL).toBe(base);
  }
});

test.each([
  'www.reddit.com',
  'http://www.reddit.com',
  'http://10.0.0.1',
  'http://localhost.example',
  'ftp://www.reddit.com',
  'https://user:secret@www.reddit.com',
  'https://www.reddit.com/r/',
  'https://www.reddit.com/?x',
  'on',
])('%s is refused by name, without its value', (value) => {
  const wrong = new ConfigurationError(
    'Wrong setting. REDDIT_BASE_URL: Must be an https:// address without a path, or off',
  );
  expect(() => read(value)).toThrow(wrong);
});
