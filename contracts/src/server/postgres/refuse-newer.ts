import type pg from 'pg';
import { ConfigurationError } from '../settings/read-settings.ts';

/**
 * Throws ConfigurationError when a newer version migrated `schema`: its last migration is not among the `known` ones.
 * The message says that `what` (`The vault was`) is newer, and what helps: to start that version, or to do `otherwise`.
 */
export async function refuseNewer(
  pool: pg.Pool,
  schema: 'vault' | 'projection',
  known: readonly string[],
  { what, otherwise }: { what: string; otherwise: string },
): Promise<void> {
  const { rows: tables } = await pool.query(`select where to_regclass('${schema}.kysely_migration') is not null`);
  if (tables.length === 0) return;
  const { rows } = await pool.query<{ name: string }>(
    `select name from ${schema}.kysely_migration where name <> all($1) order by name desc limit 1`,
    [known],
  );
  const [newer] = rows;
  if (newer === undefined) return;
  throw new ConfigurationError(
    `${what} written by a newer version of Anecdotes (migration ${newer.name}). Start that version, or ${otherwise}.`,
  );
}
