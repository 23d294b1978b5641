import { isIP } from 'node:net';

/** The wildcard addresses at which a server listens everywhere, with the address that reaches it on its machine. */
const ownAddresses: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** True if a server with this HOST listens on all addresses of its machine. */
export function listensEverywhere(host: string): boolean {
  return host in ownAddresses;
}

/** The URL of a server that listens at `host` and `port`, without a slash at the end. */
export function webAddress(host: string, port: number): string {
  const reachable = ownAddresses[host] ?? host;
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`;
}
