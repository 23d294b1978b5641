import { refuseNewer } from '@anecdotes/contracts/server/postgres/refuse-newer';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import { vaultMigrations } from './migrations.ts';

/**
 * Brings schema `vault` of the database behind `pool` up to date; safe when several processes do it at once. Throws
 * ConfigurationError when a newer version wrote it.
 */
export async function migrateVault(pool: pg.Pool): Promise<void> {
  await refuseNewerVault(pool);
  const { error } = await vaultMigrator(pool).migrateToLatest();
  if (error !== undefined) throw error;
}

/** Throws ConfigurationError when a newer version wrote schema `vault` of the database behind `pool`. */
export function refuseNewerVault(pool: pg.Pool): Promise<void> {
  return refuseNewer(pool, 'vault', Object.keys(vaultMigrations), {
    what: 'The vault was',
    otherwise: 'restore a backup from before the upgrade',
  });
}

export function vaultMigrator(pool: pg.Pool): Migrator {
  return new Migrator({
    db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
    provider: { getMigrations: async () => vaultMigrations },
    migrationTableSchema: 'vault',
  });
}
