import { migrateVault } from '@anecdotes/command-service/vault/migrate';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createEventStore } from '@anecdotes/deploy/embedded/event-store';
import { migrateProjection } from '@anecdotes/projection-service/db/migrate';
import { projectors } from '@anecdotes/projection-service/read-models';
import { createTestDatabase } from './database.ts';
import setUp from './global-setup.ts';

/** Does the global set-up, and prepares a database with the product's tables, which most tests copy. */
// biome-ignore lint/style/noDefaultExport: it is what Vitest runs before all tests
export default async function setUpServices(): Promise<() => Promise<void>> {
  const tearDown = await setUp();
  process.env.TEST_TEMPLATE ??= await prepareTemplate();
  return tearDown;
}

/** Returns the name of the database. No connection to it remains open, so that it can be copied. */
async function prepareTemplate(): Promise<string> {
  const url = await createTestDatabase();
  const log = createEventStore(url);
  await log.migrate();
  await log.close();
  const pool = createPool(url, { name: 'template', max: 2, onError: () => {} });
  await migrateVault(pool);
  await migrateProjection(pool, projectors);
  await pool.end();
  return new URL(url).pathname.slice(1);
}
