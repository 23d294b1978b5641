import type pg from 'pg';

/**
 * The last migration of `schema` that is not among the `known` ones, because a newer version ran it; undefined if there
 * is none, or no such schema.
 */
export async function newerMigration(
  pool: pg.Pool,
  schema: 'vault' | 'projection',
  known: readonly string[],
): Promise<string | undefined> {
  const { rows: tables } = await pool.query(`select where to_regclass('${schema}.kysely_migration') is not null`);
  if (tables.length === 0) return undefined;
  const { rows } = await pool.query<{ name: string }>(
    `select name from ${schema}.kysely_migration where name <> all($1) order by name desc limit 1`,
    [known],
  );
  return rows[0]?.name;
}
