import { isIP } from 'node:net';

/** By the address with which a server listens on all addresses of its machine, the one that reaches it there. */
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
