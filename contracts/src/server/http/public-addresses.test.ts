import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { isPublicAddress, publicLookup } from './public-addresses.ts';

test.each(['151.101.1.140', '8.8.8.8', '2a04:4e42::396', '::ffff:151.101.1.140'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', '10.1.2.3', '172.16.0.1'],
  ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.1', '224.0.0.1'],
  ...['240.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:169.254.169.254', 'fe80::1'],
  ...['fc00::1', 'fd12::1', 'ff02::1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'reddit.com', ''],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

/** Looks a name up with a resolver that answers `addresses`. */
function look(addresses: string[], all: boolean): Promise<unknown> {
  const answer: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const lookup = publicLookup((_name, _options, done) => done(null, answer));
  return new Promise((resolve, reject) => {
    lookup('www.reddit.com', { all }, (error, found) => (error ? reject(error) : resolve(found)));
  });
}

test('a host name resolves to its public addresses', async () => {
  expect(await look(['151.101.1.140', '2a04:4e42::396'], false)).toBe('151.101.1.140');
  expect(await look(['151.101.1.140', '2a04:4e42::396'], true)).toHaveLength(2);
});

test('a host name with an address that is not public, or with none, does not resolve', async () => {
  await expect(look(['151.101.1.140', '127.0.0.1'], true)).rejects.toThrow('not public');
  await expect(look(['169.254.169.254'], false)).rejects.toThrow('not public');
  await expect(look([], false)).rejects.toThrow('not public');
});
