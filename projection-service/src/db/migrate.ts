import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import { ensureLiveGeneration } from '../projection/generation.ts';
import type { Projector } from '../projection/projector.ts';
import { projectionMigrations } from './migrations.ts';

/**
 * Brings schema `projection` up to date and makes empty views where there are none yet, so that queries always find
 * their tables; safe when several processes do it at once.
 */
export async function migrateProjection(pool: pg.Pool, projectors: readonly Projector[]): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => projectionMigrations },
    migrationTableSchema: 'projection',
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  await ensureLiveGeneration(pool, projectors);
}
