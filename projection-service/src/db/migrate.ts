import { refuseNewer } from '@anecdotes/contracts/server/postgres/refuse-newer';
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
  await refuseNewer(pool, 'projection', Object.keys(projectionMigrations), {
    what: 'The views were',
    otherwise: 'drop schemas views and projection to rebuild the views',
  });
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
