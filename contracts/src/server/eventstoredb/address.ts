const protocol = /^esdb(\+discover)?:\/\//;

/** Options of a connection string, in the client's own spelling. */
const options = [
  'connectionName',
  'defaultDeadline',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
  'maxDiscoverAttempts',
  'nodePreference',
  'throwOnAppendFailure',
  'tls',
  'tlsCAFile',
  'tlsVerifyCert',
  'userCertFile',
  'userKeyFile',
] as const;

type Option = (typeof options)[number];

/**
 * What is wrong with a connection string of EventStoreDB, or undefined. Never repeats a part of it that could be a
 * password; the client itself would print all of it.
 */
export function connectionStringError(connectionString: string): string | undefined {
  if (!protocol.test(connectionString)) return 'Must be an esdb:// or esdb+discover:// address';
  const { hosts, query } = split(connectionString);
  if (!/^(?:[^:@/]+:[^@/]+@)?[^\s$+!?*'(),;[\]{}|"%~#<>=&:@/]+(?::\d+)?(?:,[^\s,:@/]+(?::\d+)?)*\/?$/.test(hosts))
    return 'Must name a host, host:port or a list of them';
  for (const [name, value] of query) {
    if (!isOption(name)) return `The option ${name} is not known`;
    if (value === '') return `The option ${name} has no value`;
  }
  return undefined;
}

/** The connection string with `defaults` for options that it does not name, and `fixed` ones whatever it names. */
export function completeAddress(
  connectionString: string,
  defaults: Partial<Record<Option, string>>,
  fixed: Partial<Record<Option, string>>,
): string {
  const { scheme, hosts, query } = split(connectionString);
  const merged = new Map<string, string>(Object.entries(defaults));
  for (const [name, value] of query) merged.set(isOption(name) ?? name, value);
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
  const value = (option: Option) => query.find(([name]) => isOption(name) === option)?.[1];
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
    tlsCAFile: file === undefined ? undefined : decodeURIComponent(file),
  };
}

/** The option called `name`, ignoring case, dashes and underscores as the client does. */
function isOption(name: string): Option | undefined {
  const flat = (text: string) => text.toLowerCase().replaceAll(/[_-]/g, '');
  return options.find((option) => flat(option) === flat(name));
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
