import pg from 'pg';
import { ConfigurationError } from '../settings/read-settings.ts';
import { Client } from './client.ts';

const TIMESTAMPTZ = 1184;
const BIGINT = 20;

pg.types.setTypeParser(TIMESTAMPTZ, parseTimestamp);
pg.types.setTypeParser(BIGINT, (text) => BigInt(text));

/** How values are written as text, whatever the server, the database or the role has as its default. */
const FORMATS = ['TimeZone=UTC', 'DateStyle=ISO', 'extra_float_digits=1', 'array_nulls=on'];

/** Reads `2026-11-20 12:00:00.123+00` of a UTC session; Date's own parser refuses years below 1000. */
function parseTimestamp(text: string): Date {
  return new Date(text.replace(' ', 'T').replace(/\+00(?::00)?$/, 'Z'));
}

/**
 * A pool of connections that fails fast: 2 s to get one, 5 s for a statement. Statements that a connection is given
 * together are sent together and executed in their order. A lost connection is reported to `onError` and replaced;
 * without a listener it would end the process.
 */
export function createPool(
  connectionString: string,
  options: {
    name: string;
    max: number;
    onError: (error: Error) => void;
    statementTimeout?: number;
    /** How long an unused connection stays open, in milliseconds; 10 s by default. */
    idleTimeout?: number;
    /** Only temporary tables are written through it. */
    isReadOnly?: boolean;
  },
): pg.Pool {
  const settings = [...FORMATS, ...(options.isReadOnly ? ['default_transaction_read_only=on'] : [])];
  const pool = new pg.Pool({
    Client,
    pipeline: true,
    connectionString: withSettings(connectionString, settings),
    max: options.max,
    application_name: `anecdotes ${options.name}`,
    connectionTimeoutMillis: 2_000,
    statement_timeout: options.statementTimeout ?? 5_000,
    query_timeout: (options.statementTimeout ?? 5_000) + 3_000,
    idle_in_transaction_session_timeout: 10_000,
    lock_timeout: 2_000,
    idleTimeoutMillis: options.idleTimeout ?? 10_000,
  });
  // The server may still end a connection that this side is already closing.
  pool.on('error', (error) => {
    if (!pool.ending) options.onError(error);
  });
  // pg-pool listens to idle connections only, and closes one that is given back to an ending pool without a listener.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * The address of a database with `settings` of its connections, such as `TimeZone=UTC`. They are added to the `options`
 * that the address may have already: pg ignores those of a pool then.
 */
export function withSettings(address: string, settings: readonly string[]): string {
  const url = new URL(address);
  const given = url.searchParams.getAll('options');
  url.searchParams.set('options', [...given, ...settings.map((setting) => `-c ${setting}`)].join(' '));
  return url.href;
}

/**
 * Throws ConfigurationError when the database at DATABASE_URL cannot be used, or allows fewer connections than are
 * `needed`.
 */
export async function checkDatabase(connectionString: string, needed: number): Promise<void> {
  const fault = await probeDatabase(connectionString, needed);
  if (fault !== undefined) throw new ConfigurationError(`Wrong setting. DATABASE_URL: ${fault}`);
}

/**
 * Why the database at this address cannot be used, such as that it allows fewer connections than are `needed`; undefined
 * when it is fine. The sentence never contains a part of the address.
 */
export async function probeDatabase(connectionString: string, needed = 1): Promise<string | undefined> {
  const pool = createPool(connectionString, { name: 'start', max: 1, onError: () => {} });
  try {
    const { rows } = await pool.query<{ allowed: number; encoding: string }>(ALLOWED_CONNECTIONS_AND_ENCODING);
    const { allowed, encoding } = rows[0] ?? { allowed: 0, encoding: '' };
    if (encoding !== 'UTF8') return `Its encoding must be UTF8, not ${encoding}`;
    if (allowed >= needed) return undefined;
    return (
      `The database allows ${allowed} connections, this program needs ${needed}. Raise that limit, or lower ` +
      'VAULT_POOL, READER_POOL or LOG_POOL if the program uses them'
    );
  } catch (error) {
    const { code = '', syscall, message } = error as NodeJS.ErrnoException;
    if (code === '53300') return `The database has no connection left, this program needs ${needed}`;
    if (CERTIFICATE_ERROR.test(code)) return `The database answers, but its certificate cannot be verified (${code})`;
    if (message === WITHOUT_TLS) return 'The database answers, but does not offer TLS';
    if (syscall === 'open') return 'A file that sslrootcert, sslcert or sslkey names cannot be read';
    const isAnswer = error instanceof pg.DatabaseError;
    return refusals[code] ?? (isAnswer ? `The database answers, but with an error (${code})` : 'Cannot be reached');
  } finally {
    await pool.end();
  }
}

/** How many connections the server allows this user to this database; only `max_connections` limits a superuser. */
const ALLOWED_CONNECTIONS_AND_ENCODING = `
  select case when rolsuper then current_setting('max_connections')::int else least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0),
    nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) end as allowed,
    pg_encoding_to_char(encoding) as encoding
  from pg_roles, pg_database where rolname = current_user and datname = current_database()`;

/** The codes of Node.js for a certificate that it does not trust, such as `DEPTH_ZERO_SELF_SIGNED_CERT`. */
const CERTIFICATE_ERROR = /CERT|LEAF_SIGNATURE/;
/** The message of pg, which has no code. */
const WITHOUT_TLS = 'The server does not support SSL connections';

const refusals: Record<string, string> = {
  ENOTFOUND: 'Its host name is not known',
  '28000': 'The database does not allow this user to log in, or not from this machine or without TLS',
  '28P01': 'The database does not accept this name or password',
  '3D000': 'There is no such database',
  '57P03': 'The database is not ready yet',
};
