import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A fresh, empty database on the run's Postgres, owned by the product's role; returns its connection string. */
export function createTestDatabase(): Promise<string> {
  return createDatabase('template1');
}

/**
 * A fresh database with the product's empty tables, copied from the one that the set-up of the run has prepared;
 * without that it is empty. For tests that are not about how the tables are made. Returns its connection string.
 */
export function createPreparedDatabase(): Promise<string> {
  return createDatabase(process.env.TEST_TEMPLATE ?? 'template1');
}

async function createDatabase(template: string): Promise<string> {
  const base = new URL(setting('TEST_POSTGRES_URL'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: superuserUrl() });
  await client.connect();
  // Takes a quarter of the time of `wal_log`, which writes every page to the server's write-ahead log.
  await client.query(`create database ${name} owner ${base.username} template ${template} strategy file_copy`);
  await client.end();
  base.pathname = `/${name}`;
  return base.href;
}

/** The connection string of the superuser for the database behind `url`. */
export function asSuperuser(url: string): string {
  const superuser = new URL(superuserUrl());
  superuser.pathname = new URL(url).pathname;
  return superuser.href;
}

/** The connection string of the superuser on the run's Postgres. */
export function superuserUrl(): string {
  return setting('TEST_SUPERUSER_URL');
}

/** A setting from the global set-up of the run. */
function setting(name: 'TEST_POSTGRES_URL' | 'TEST_SUPERUSER_URL'): string {
  const value = process.env[name];
  if (value === undefined) throw new Error('The set-up of the run has started no Postgres.');
  return value;
}
