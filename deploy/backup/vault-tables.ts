import type pg from 'pg';

/** A table of the vault, and which of its columns name a row of another one. */
export type Table = { readonly name: string; readonly parents: readonly Reference[] };
type Reference = { readonly column: string; readonly table: string; readonly key: string };

/**
 * Tables that are rebuilt by themselves or may be lost: snapshots, counts of calls, migrations. Everything else in
 * schema `vault` is in a backup, including tables that later versions add.
 */
const LEFT_OUT = ['state_snapshot', 'rate_limit', 'kysely_migration', 'kysely_migration_lock'];

/** The tables of the vault that a backup holds, parents first. */
export async function readTables(db: pg.Pool | pg.ClientBase): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select c.relname as name,
       coalesce((
         select json_agg(json_build_object('column', own.attname, 'table', parent.relname, 'key', other.attname))
         from pg_constraint f
           join pg_class parent on parent.oid = f.confrelid
           join pg_attribute own on own.attrelid = f.conrelid and own.attnum = f.conkey[1]
           join pg_attribute other on other.attrelid = f.confrelid and other.attnum = f.confkey[1]
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '[]') as parents
     from pg_class c
     where c.relnamespace = to_regnamespace('vault') and c.relkind = 'r' and c.relname <> all($1)
     order by c.relname`,
    [LEFT_OUT],
  );
  return parentsFirst(rows);
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const add = (table: Table) => {
    if (sorted.includes(table)) return;
    for (const { table: parent } of table.parents) {
      for (const one of tables) if (one.name === parent) add(one);
    }
    sorted.push(table);
  };
  for (const table of tables) add(table);
  return sorted;
}

/** A table of the vault as SQL names it. */
export function identifier(table: string): string {
  return `vault."${table.replaceAll('"', '""')}"`;
}

/** The last migration of the vault; undefined where there is no vault. */
export async function lastMigrationOf(db: pg.Pool | pg.ClientBase): Promise<string | undefined> {
  const { rows: found } = await db.query<{ hasVault: boolean }>(
    `select to_regclass('vault.kysely_migration') is not null as "hasVault"`,
  );
  if (!found[0]?.hasVault) return undefined;
  const { rows } = await db.query<{ name: string }>(
    'select name from vault.kysely_migration order by name desc limit 1',
  );
  return rows[0]?.name;
}
