import { sqlStateOf } from '@anecdotes/contracts/server/postgres/sql-state';
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';

/**
 * Marks, at its end, a statement that has the same text and the same good plan whatever its parameters are. Each
 * connection prepares it once, which saves planning it, the more expensive part. Not for text searches, whose best plan
 * depends on the term, nor for filters that are combined in many ways.
 */
const MARK = '/* fixed shape */';
export const fixedShape = sql.raw(MARK);

/** Prepared statements stay in the memory of each connection. */
const MAX_NAMES = 100;
const STALE_PLAN = '0A000';

const names = new Map<string, string>();

/** The name of a statement that ends with the mark; undefined for others and when all names are in use. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || !text.endsWith(MARK) || names.size >= MAX_NAMES) return known;
  const name = `fixed ${names.size}`;
  names.set(text, name);
  return name;
}

/** `pool` for Kysely, with the statements of fixed shape prepared by name. */
export function preparing(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => preparingClient(await pool.connect()),
  };
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  let isStale = false;
  async function query(text: string, parameters: readonly unknown[]) {
    const values = [...parameters];
    const name = nameOf(text);
    if (name === undefined) return client.query(text, values);
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      // New views have a column of another type: statements prepared for the old ones are no longer valid.
      if (sqlStateOf(error) !== STALE_PLAN) throw error;
      isStale = true;
      return client.query(text, values);
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || isStale),
  };
}
