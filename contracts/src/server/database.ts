import pg from 'pg';
import { ConfigurationError } from './configuration.ts';

const TIMESTAMPTZ = 1184;
const BIGINT = 20;

pg.types.setTypeParser(TIMESTAMPTZ, (text) => parseTimestamp(text));
pg.types.setTypeParser(BIGINT, (text) => BigInt(text));

/** Reads `2026-11-20 12:00:00.123+00` of a UTC session; Date's own parser refuses years below 1000. */
function parseTimestamp(text: string): Date {
  return new Date(`${text.replace(' ', 'T').replace(/\+00(?::00)?$/, 'Z')}`);
}

/**
 * A pool of connections that fails fast: 2 s to get one, 5 s a statement. A lost connection is reported to `onError`
 * and replaced; without a listener it would end the process.
 */
export function createPool(
  connectionString: string,
  options: { name: string; max: number; onError: (error: Error) => void; statementTimeout?: number },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: options.max,
    application_name: `anecdotes ${options.name}`,
    connectionTimeoutMillis: 2_000,
    statement_timeout: options.statementTimeout ?? 5_000,
    query_timeout: (options.statementTimeout ?? 5_000) + 3_000,
    idle_in_transaction_session_timeout: 10_000,
    lock_timeout: 2_000,
    options: '-c TimeZone=UTC',
  });
  // The server may still end a connection that this side is already closing.
  pool.on('error', (error) => {
    if (!pool.ending) options.onError(error);
  });
  return pool;
}

/** Throws ConfigurationError when the database that DATABASE_URL names does not let anybody in. */
export async function checkDatabase(connectionString: string): Promise<void> {
  const fault = await faultOfDatabase(connectionString);
  if (fault !== undefined) throw new ConfigurationError(`Wrong setting. DATABASE_URL: ${fault}`);
}

/** Why the database at this address lets nobody in; undefined when it does. Tells nothing of the address. */
export async function faultOfDatabase(connectionString: string): Promise<string | undefined> {
  const pool = createPool(connectionString, { name: 'start', max: 1, onError: () => {} });
  try {
    await pool.query('select 1');
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return refusals[code ?? ''] ?? 'Cannot be reached';
  } finally {
    await pool.end();
  }
}

const refusals: Record<string, string> = {
  '28000': 'The database does not let this user in',
  '28P01': 'The database does not take this name or password',
  '3D000': 'There is no such database',
  '53300': 'The database has no connection left',
  '57P03': 'The database is not ready yet',
};
