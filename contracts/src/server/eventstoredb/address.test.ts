import { expect, test } from 'vitest';
import { completeAddress, connectionStringError } from './address.ts';

test.each([
  'esdb://localhost:2113?tls=false',
  'esdb://localhost',
  'esdb://localhost:2113/?tls=false',
  'esdb://admin:change%40it@node1.example:2113,node2.example:2113,10.0.0.3:2113?nodePreference=leader&tlsCAFile=/etc/ca.crt',
  'esdb+discover://admin:changeit@cluster.example',
  'esdb://host?userCertFile=/a.crt&UserKeyFile=/a.key&keep_alive_interval=10000',
  'esdb://host?tlsVerifyCert=true&nodePreference=readOnlyReplica&tlsCAFile=/%C3%A9/100%25/ca.crt',
  'esdb://host?keepAliveInterval=-1',
])('%s can be used', (address) => {
  expect(connectionStringError(address)).toBeUndefined();
});

test.each([
  ['http://localhost:2113', 'Must be an esdb:// or esdb+discover:// address'],
  ['kurrentdb://localhost:2113', 'Must be an esdb:// or esdb+discover:// address'],
  ['esdb://', 'Must name a host, host:port or a list of them'],
  ['esdb://host:port', 'Must name a host, host:port or a list of them'],
  ['esdb://host?tsl=false', 'The option tsl is not known'],
  ['esdb://host?tls', 'The option tls has no value'],
  ['esdb://host?tls=maybe', 'The option tls cannot have this value'],
  ['esdb://host?keepAliveInterval=10s', 'The option keepAliveInterval cannot have this value'],
  ['esdb://host?nodePreference=any', 'The option nodePreference cannot have this value'],
  ['esdb://host?tlsCAFile=/100%/ca.crt', 'The option tlsCAFile cannot have this value'],
  ['esdb://host?tlsVerifyCert=false', 'The option tlsVerifyCert cannot have this value'],
  ['esdb://admin:100%@host', 'Must have %25 for each % in its name and password'],
  ['esdb://host:2113,other:99999', 'Must have ports up to 65535'],
])('%s is refused: %s', (address, fault) => {
  expect(connectionStringError(address)).toBe(fault);
});

test('an error message never repeats the password', () => {
  for (const address of [
    'esdb://admin:hidden@ho st',
    'esdb://admin:hid/den@host?x=1',
    'postgres://admin:hidden@host',
  ]) {
    expect(connectionStringError(address)).not.toMatch(/hid/);
  }
});

test('options of the address, in any spelling, override defaults and are overridden by fixed options', () => {
  const complete = (address: string) =>
    completeAddress(address, { gossipTimeout: '1', keepAliveTimeout: '5000' }, { throwOnAppendFailure: 'true' });
  expect(complete('esdb://u:p@host:1/?gossip-timeout=9&throwOnAppendFailure=false')).toBe(
    'esdb://u:p@host:1?gossipTimeout=9&keepAliveTimeout=5000&throwOnAppendFailure=true',
  );
  expect(complete('esdb+discover://host')).toBe(
    'esdb+discover://host?gossipTimeout=1&keepAliveTimeout=5000&throwOnAppendFailure=true',
  );
});
