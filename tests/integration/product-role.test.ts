import { migrateVault } from '@anecdotes/command-service/vault/migrate';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createEventStore } from '@anecdotes/deploy/embedded/event-store';
import { type EmbeddedPostgres, startPostgres } from '@anecdotes/deploy/embedded/postgres';
import { ensureProductDatabase } from '@anecdotes/deploy/embedded/postgres-role';
import { migrateProjection } from '@anecdotes/projection-service/db/migrate';
import { projectors } from '@anecdotes/projection-service/read-models';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEvent, newStream } from '../support/log-events.ts';
import { newDataDir } from '../support/product.ts';

let postgres: EmbeddedPostgres;
beforeAll(async () => {
  postgres = await startPostgres(newDataDir());
});
afterAll(() => postgres.stop());

/** Migrates everything that the product keeps in a database, and uses it. */
async function useDatabase(url: string) {
  const pool = createPool(url, { name: 'test', max: 4, onError: () => {} });
  const log = createEventStore(url);
  try {
    await log.migrate();
    await migrateVault(pool);
    await migrateProjection(pool, projectors);
    await log.append({ stream: newStream(), expectedRevision: 'no-stream', events: [newEvent()] });
    const { rows } = await pool.query<{ is_super: boolean; owner: string }>(
      `select rolsuper as is_super, pg_get_userbyid(datdba) as owner from pg_roles, pg_database
       where rolname = current_user and datname = current_database()`,
    );
    await expect(pool.query(`copy (select 1) to program 'true'`)).rejects.toMatchObject({ code: '42501' });
    // Statements like those of a rebuild and of a later version.
    await pool.query('create schema a_rebuild; drop schema views cascade; alter table vault.mail add column later int');
    return rows[0];
  } finally {
    await Promise.all([pool.end(), log.close()]);
  }
}

test('the product owns its database and is not a superuser of the server', async () => {
  expect(await useDatabase(postgres.url)).toEqual({ is_super: false, owner: 'anecdotes_product' });
});

test('a database created as superuser by an older version is handed over with everything in it', async () => {
  const old = new URL(postgres.superuserUrl);
  const admin = createPool(old.href, { name: 'test', max: 1, onError: () => {} });
  await admin.query('create database older');
  await admin.end();
  old.pathname = '/older';
  const pool = createPool(old.href, { name: 'test', max: 4, onError: () => {} });
  const log = createEventStore(old.href);
  await log.migrate();
  await migrateVault(pool);
  await migrateProjection(pool, projectors);
  await log.append({ stream: newStream(), expectedRevision: 'no-stream', events: [newEvent()] });
  await Promise.all([pool.end(), log.close()]);

  await ensureProductDatabase(new URL(postgres.superuserUrl), 'older', 'secret');
  const url = new URL(postgres.url);
  url.pathname = '/older';
  url.password = 'secret';
  expect(await useDatabase(url.href)).toEqual({ is_super: false, owner: 'anecdotes_product' });
});
