import { percentDecoded } from '../percent-decoded.ts';

const protocol = /^esdb(\+discover)?:\/\//;

const MAX_PORT = 65_535;
const encoded = { test: (text: string) => percentDecoded(text) !== undefined };
const integer = /^-?\d+$/;
const trueOrFalse = /^(?:true|false)$/;

/** The options of a connection string, in the client's own spelling, and their values. */
const options = {
  connectionName: encoded,
  defaultDeadline: integer,
  discoveryInterval: integer,
  gossipTimeout: integer,
  keepAliveInterval: integer,
  keepAliveTimeout: integer,
  maxDiscoverAttempts: integer,
  nodePreference: /^(?:leader|follower|read[_-]?only[_-]?replica|random)$/i,
  throwOnAppendFailure: trueOrFalse,
  tls: trueOrFalse,
  tlsCAFile: encoded,
  // The client ignores `false`, and prints the connection string with the password.
  tlsVerifyCert: /^true$/,
  userCertFile: encoded,
  userKeyFile: encoded,
} as const;

type Option = keyof typeof options;

/**
 * What is wrong with a connection string of EventStoreDB, or undefined. Never repeats a part of it that could be a
 * password; the client itself would print all of it.
 */
export function connectionStringError(connectionString: string): string | undefined {
  if (!protocol.test(connectionString)) return 'Must be an esdb:// or esdb+discover:// address';
  const { hosts, query } = split(connectionString);
  if (!/^(?:[^:@/]+:[^@/]+@)?[^\s$+!?*'(),;[\]{}|"%~#<>=&:@/]+(?::\d+)?(?:,[^\s,:@/]+(?::\d+)?)*\/?$/.test(hosts))
    return 'Must name a host, host:port or a list of them';
  if (!encoded.test(hosts)) return 'Must have %25 for each % in its name and password';
  for (const [name, value] of query) {
    const option = optionNamed(name);
    if (option === undefined) return `The option ${name} is not known`;
    if (value === '') return `The option ${name} has no value`;
    if (!options[option].test(value)) return `The option ${name} cannot have this value`;
  }
  const { servers } = serversOf(connectionString);
  return servers.some(({ port }) => port > MAX_PORT) ? `Must have ports up to ${MAX_PORT}` : undefined;
}

/** The connection string with `defaults` for options that it does not name, and `fixed` ones whatever it names. */
export function completeAddress(
  connectionString: string,
  defaults: Partial<Record<Option, string>>,
  fixed: Partial<Record<Option, string>>,
): string {
  const { scheme, hosts, query } = split(connectionString);
  const merged = new Map<string, string>(Object.entries(defaults));
  for (const [name, value] of query) merged.set(optionNamed(name) ?? name, value);
  for (const [name, value] of Object.entries(fixed)) merged.set(name, value);
  return `${scheme}${hosts}?${[...merged].map(([name, value]) => `${name}=${value}`).join('&')}`;
}

/** The servers that a connection string names, whether it names an account, and its TLS options. */
export function serversOf(connectionString: string): {
  servers: { host: string; port: number }[];
  hasAccount: boolean;
  tls: boolean;
  tlsCAFile: string | undefined;
} {
  const { hosts, query } = split(connectionString);
  const value = (option: Option) => query.find(([name]) => optionNamed(name) === option)?.[1];
  const at = hosts.lastIndexOf('@');
  const servers = hosts
    .slice(at + 1)
    .split(',')
    .map((server) => {
      const [host = '', port = '2113'] = server.split(':');
      return { host, port: Number(port) };
    });
  const file = value('tlsCAFile');
  return {
    servers,
    hasAccount: at >= 0,
    tls: value('tls') !== 'false',
    tlsCAFile: file === undefined ? undefined : percentDecoded(file),
  };
}

/** The option called `name`, ignoring case, dashes and underscores as the client does. */
function optionNamed(name: string): Option | undefined {
  const flat = (text: string) => text.toLowerCase().replaceAll(/[_-]/g, '');
  return (Object.keys(options) as Option[]).find((option) => flat(option) === flat(name));
}

function split(connectionString: string): { scheme: string; hosts: string; query: [string, string][] } {
  const scheme = protocol.exec(connectionString)?.[0] ?? '';
  const rest = connectionString.slice(scheme.length);
  const mark = rest.indexOf('?');
  const hosts = (mark < 0 ? rest : rest.slice(0, mark)).replace(/\/+$/, '');
  const pairs = mark < 0 ? [] : rest.slice(mark + 1).split('&');
  const query = pairs
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=');
      return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    });
  return { scheme, hosts, query };
}
