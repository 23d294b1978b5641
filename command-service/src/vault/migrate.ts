import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import { vaultMigrations } from './migrations.ts';

/** Brings schema `vault` of the database behind `pool` up to date; safe when several processes do it at once. */
export async function migrateVault(pool: pg.Pool): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => vaultMigrations },
    migrationTableSchema: 'vault',
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
