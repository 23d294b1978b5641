import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { explain } from './process.ts';
import { publicSettings } from './public-settings.ts';
import { serviceSettings } from './service-settings.ts';
import { newSigningKey } from './tokens.ts';

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
