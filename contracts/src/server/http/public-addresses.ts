import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** True for an IP address that belongs to the public internet: nothing private, local, reserved or translated. */
export function isPublicAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'unicast';
}

/** `dns.lookup` with the option `all`. */
export type Resolve = (
  name: string,
  options: { all: true; family?: number },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A lookup for outgoing connections that fails unless all addresses of a name are public. The connection uses the
 * addresses that were checked, so a name that resolves differently the next time gains nothing (DNS rebinding).
 */
export function publicLookup(resolve: Resolve = lookup): LookupFunction {
  return (name, { all, family }, done) => {
    resolve(name, { all: true, ...(typeof family === 'number' && { family }) }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) return done(error, '');
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
        return done(new Error('the host name resolves to an address that is not public'), '');
      }
      return all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}
