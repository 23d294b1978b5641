import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';

/** Tables that others refer to come first. */
const parents = ['credential', 'api_key', 'anecdote_key_block'];

/** Copies every table of the vault; the returned function restores the vault from the copy. */
export async function backUpVault(vault: pg.Pool): Promise<() => Promise<void>> {
  const { rows } = await vault.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'vault' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`,
  );
  const tables = [...parents, ...rows.map(({ name }) => name).filter((name) => !parents.includes(name))];
  await vault.query('drop schema if exists vault_backup cascade; create schema vault_backup');
  for (const name of tables) await vault.query(`create table vault_backup.${name} as table vault.${name}`);
  return () =>
    inTransaction(vault, async (tx) => {
      await tx.query(`truncate ${tables.map((name) => `vault.${name}`).join()}`);
      for (const name of tables) {
        await tx.query(`insert into vault.${name} overriding system value table vault_backup.${name}`);
      }
    });
}
