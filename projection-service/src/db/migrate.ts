import { newerMigration } from '@anecdotes/contracts/server/postgres/newer-migration';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import type { EventSource } from '../event-source.ts';
import { ensureLiveGeneration } from '../projection/generation.ts';
import type { Projector } from '../projection/projector.ts';
import { projectionMigrations } from './migrations.ts';

/**
 * Brings schema `projection` up to date and creates empty views if there are none, so that queries always find their
 * tables; with events in `log` they are stale. Several processes may call it at once. Throws ConfigurationError when a
 * newer version wrote the schema: that version may still be running, so its views are not dropped and rebuilt.
 */
export async function migrateProjection(
  pool: pg.Pool,
  projectors: readonly Projector[],
  log?: Pick<EventSource, 'head'>,
): Promise<void> {
  await refuseNewer(pool);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => projectionMigrations },
    migrationTableSchema: 'projection',
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  await ensureLiveGeneration(pool, projectors, async () => ((await log?.head()) ?? 0n) > 0n);
}

async function refuseNewer(pool: pg.Pool): Promise<void> {
  const newer = await newerMigration(pool, 'projection', Object.keys(projectionMigrations));
  if (newer === undefined) return;
  throw new ConfigurationError(
    `The views were written by a newer version of Anecdotes (migration ${newer}). Start that version, or drop ` +
      'schemas views and projection to rebuild the views.',
  );
}
